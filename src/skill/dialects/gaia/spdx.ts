/** Identifiers of the SPDX licence list that skills and packages use. */
const LICENSES = `
0BSD AAL AFL-3.0 AGPL-1.0-only AGPL-1.0-or-later AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later
Apache-1.0 Apache-1.1 Apache-2.0 APSL-2.0 Artistic-1.0 Artistic-2.0 Beerware BlueOak-1.0.0
BSD-1-Clause BSD-2-Clause BSD-2-Clause-Patent BSD-3-Clause BSD-3-Clause-Clear
BSD-3-Clause-No-Nuclear-License BSD-4-Clause BSL-1.0 BUSL-1.1 CAL-1.0 CC-BY-1.0 CC-BY-2.0
CC-BY-2.5 CC-BY-3.0 CC-BY-4.0 CC-BY-NC-3.0 CC-BY-NC-4.0 CC-BY-NC-ND-3.0 CC-BY-NC-ND-4.0
CC-BY-NC-SA-3.0 CC-BY-NC-SA-4.0 CC-BY-ND-3.0 CC-BY-ND-4.0 CC-BY-SA-2.0 CC-BY-SA-3.0
CC-BY-SA-4.0 CC-PDDC CC0-1.0 CDDL-1.0 CDDL-1.1 CDLA-Permissive-1.0 CDLA-Permissive-2.0
CDLA-Sharing-1.0 CECILL-2.1 CECILL-B CECILL-C CERN-OHL-P-2.0 CERN-OHL-S-2.0 CERN-OHL-W-2.0
CPAL-1.0 CPL-1.0 curl ECL-2.0 EFL-2.0 Elastic-2.0 EPL-1.0 EPL-2.0 EUDatagrid EUPL-1.1 EUPL-1.2
Fair FSFAP FSFULLR FTL GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2-only GFDL-1.2-or-later
GFDL-1.3-only GFDL-1.3-or-later GPL-1.0-only GPL-1.0-or-later GPL-2.0 GPL-2.0-only
GPL-2.0-or-later GPL-3.0 GPL-3.0-only GPL-3.0-or-later HPND ICU IJG ImageMagick Intel IPA IPL-1.0
ISC JSON LAL-1.3 LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1 LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0
LGPL-3.0-only LGPL-3.0-or-later LGPLLR Libpng libpng-2.0 libtiff LiLiQ-P-1.1 LPL-1.02 LPPL-1.3c
MirOS MIT MIT-0 MIT-CMU MIT-Modern-Variant Motosoto MPL-1.0 MPL-1.1 MPL-2.0
MPL-2.0-no-copyleft-exception MS-PL MS-RL MulanPSL-1.0 MulanPSL-2.0 NASA-1.3 NCSA NGPL NIST-PD
NLPL NPL-1.1 NPOSL-3.0 NTP OCLC-2.0 ODbL-1.0 ODC-By-1.0 OFL-1.1 OFL-1.1-no-RFN OFL-1.1-RFN
OGL-UK-3.0 OLDAP-2.8 OML OpenSSL OSET-PL-2.1 OSL-1.0 OSL-2.1 OSL-3.0 PDDL-1.0 PHP-3.0 PHP-3.01
PolyForm-Noncommercial-1.0.0 PolyForm-Small-Business-1.0.0 PostgreSQL PSF-2.0 Python-2.0
Python-2.0.1 QPL-1.0 RPL-1.5 RPSL-1.0 Ruby SGI-B-2.0 SISSL Sleepycat SPL-1.0 SSPL-1.0
TCL TORQUE-1.1 UCL-1.0 Unicode-3.0 Unicode-DFS-2016 Unlicense UPL-1.0 Vim VSL-1.0 W3C WTFPL X11
Xnet Zend-2.0 Zlib zlib-acknowledgement ZPL-2.0 ZPL-2.1
`;

/** Exceptions that may follow `WITH`. */
const EXCEPTIONS = `
Autoconf-exception-2.0 Autoconf-exception-3.0 Bison-exception-2.2 Bootloader-exception
Classpath-exception-2.0 CLISP-exception-2.0 eCos-exception-2.0 FLTK-exception Font-exception-2.0
freertos-exception-2.0 GCC-exception-2.0 GCC-exception-3.1 GPL-3.0-linking-exception
LGPL-3.0-linking-exception Libtool-exception Linux-syscall-note LLVM-exception LZMA-exception
mif-exception OCaml-LGPL-linking-exception OpenJDK-assembly-exception-1.0 openvpn-openssl-exception
PS-or-PDF-font-exception-20170817 Qt-GPL-exception-1.0 Qt-LGPL-exception-1.1 Swift-exception
u-boot-exception-2.0 Universal-FOSS-exception-1.0 WxWindows-exception-3.1
`;

function words(text: string): ReadonlyMap<string, string> {
  const ids = text.split(/\s+/).filter((word) => word !== "");
  return new Map(ids.map((id) => [id.toLowerCase(), id]));
}

const licenses = words(LICENSES);
const exceptions = words(EXCEPTIONS);

const REFERENCE = /^(?:DocumentRef-[a-zA-Z0-9.-]+:)?LicenseRef-[a-zA-Z0-9.-]+$/;

/** How SPDX spells a licence that was written in another case. */
export function spellLicense(id: string): string | undefined {
  return licenses.get(id.toLowerCase());
}

/** An SPDX expression of known identifiers; case does not count, as the SPDX rules have it. */
export function isSpdx(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const end = readExpression(tokens, 0);
  return end === tokens.length;
}

/** Each reader returns the position after what it read, or undefined where it does not fit. */
function readExpression(tokens: readonly string[], from: number): number | undefined {
  let at = readTerm(tokens, from);
  while (at !== undefined && /^(?:AND|OR)$/i.test(tokens[at] ?? "")) at = readTerm(tokens, at + 1);
  return at;
}

function readTerm(tokens: readonly string[], from: number): number | undefined {
  const token = tokens[from];
  if (token === undefined) return undefined;
  if (token === "(") {
    const inner = readExpression(tokens, from + 1);
    return inner !== undefined && tokens[inner] === ")" ? inner + 1 : undefined;
  }
  const isKnown = REFERENCE.test(token) || licenses.has(token.replace(/\+$/, "").toLowerCase());
  if (!isKnown) return undefined;
  if (!/^WITH$/i.test(tokens[from + 1] ?? "")) return from + 1;
  return exceptions.has((tokens[from + 2] ?? "").toLowerCase()) ? from + 3 : undefined;
}
