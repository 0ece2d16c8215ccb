/** What a file is, told by its bytes; its name has no say. */
export type ArtifactKind =
  | "elf"
  | "pe"
  | "mach-o"
  | "dex"
  | "wasm"
  | "java-class"
  | "python-bytecode"
  | "lua-bytecode"
  | "zip"
  | "tar"
  | "gzip"
  | "bzip2"
  | "xz"
  | "zstd"
  | "7z"
  | "rar"
  | "cab"
  | "disk-image"
  | "mac-package"
  | "debian-package"
  | "rpm-package"
  | "windows-shortcut"
  | "ole"
  | "rtf"
  | "pdf"
  | "png"
  | "jpeg"
  | "gif"
  | "webp"
  | "bmp"
  | "icon"
  | "font"
  | "audio-video"
  | "sqlite"
  | "text"
  | "empty"
  | "unknown";

/** How rules speak of kinds together. */
export type ArtifactGroup =
  | "program"
  | "bytecode"
  | "archive"
  | "installer"
  | "document"
  | "image"
  | "media"
  | "data"
  | "text";

interface KindRow {
  readonly group: ArtifactGroup;
  /** With its article, to stand in a sentence. */
  readonly title: string;
  /** Endings under which people expect it; a program under another's ending is disguised. */
  readonly endings: readonly string[];
}

export const KINDS: { readonly [Kind in ArtifactKind]: KindRow } = {
  elf: {
    group: "program",
    title: "a Linux program",
    endings: ["", "so", "o", "bin", "elf", "run", "appimage", "node", "ko", "a"],
  },
  pe: {
    group: "program",
    title: "a Windows program",
    endings: ["exe", "dll", "sys", "scr", "cpl", "ocx", "pyd", "node", "com", "efi", "mui", ""],
  },
  "mach-o": {
    group: "program",
    title: "a macOS program",
    endings: ["", "dylib", "so", "bundle", "o", "node", "bin"],
  },
  dex: { group: "program", title: "an Android program", endings: ["dex"] },
  wasm: { group: "bytecode", title: "a WebAssembly module", endings: ["wasm"] },
  "java-class": { group: "bytecode", title: "Java bytecode", endings: ["class"] },
  "python-bytecode": { group: "bytecode", title: "Python bytecode", endings: ["pyc", "pyo"] },
  "lua-bytecode": { group: "bytecode", title: "Lua bytecode", endings: ["luac", "lua", "out"] },
  zip: {
    group: "archive",
    title: "a ZIP archive",
    endings: [
      "zip",
      "jar",
      "war",
      "apk",
      "ipa",
      "whl",
      "egg",
      "vsix",
      "xpi",
      "crx",
      "nupkg",
      "skill",
      "docx",
      "xlsx",
      "pptx",
      "docm",
      "xlsm",
      "pptm",
      "dotx",
      "dotm",
      "xltx",
      "xltm",
      "potx",
      "potm",
      "odt",
      "ods",
      "odp",
      "odg",
      "epub",
      "sketch",
      "fig",
      "kmz",
      "usdz",
      "mcpb",
      "dxt",
      "npz",
      "pt",
      "pth",
      "twbx",
      "pbix",
      "xlsb",
      "oxt",
      "3mf",
    ],
  },
  tar: { group: "archive", title: "a tar archive", endings: ["tar", "gem"] },
  gzip: {
    group: "archive",
    title: "a gzip archive",
    endings: ["gz", "tgz", "svgz", "nii", "rds", "rda"],
  },
  bzip2: { group: "archive", title: "a bzip2 archive", endings: ["bz2", "tbz2", "tbz"] },
  xz: { group: "archive", title: "an xz archive", endings: ["xz", "txz"] },
  zstd: { group: "archive", title: "a Zstandard archive", endings: ["zst", "zstd", "tzst"] },
  "7z": { group: "archive", title: "a 7z archive", endings: ["7z"] },
  rar: { group: "archive", title: "a RAR archive", endings: ["rar", "cbr"] },
  cab: { group: "archive", title: "a Windows cabinet", endings: ["cab", "msu"] },
  "disk-image": { group: "installer", title: "a disk image", endings: ["dmg", "iso", "img"] },
  "mac-package": {
    group: "installer",
    title: "a macOS installer",
    endings: ["pkg", "xar", "mpkg"],
  },
  "debian-package": { group: "installer", title: "a Debian package", endings: ["deb", "udeb"] },
  "rpm-package": { group: "installer", title: "an RPM package", endings: ["rpm"] },
  "windows-shortcut": { group: "program", title: "a Windows shortcut", endings: ["lnk"] },
  ole: {
    group: "document",
    title: "an OLE document",
    endings: [
      "doc",
      "xls",
      "ppt",
      "dot",
      "xlt",
      "pot",
      "pps",
      "msg",
      "msi",
      "mst",
      "vsd",
      "pub",
      "hwp",
      "db",
      "xla",
      "ppa",
      "bin",
      "suo",
    ],
  },
  rtf: { group: "document", title: "an RTF document", endings: ["rtf", "doc"] },
  pdf: { group: "document", title: "a PDF document", endings: ["pdf", "ai"] },
  png: { group: "image", title: "a PNG image", endings: ["png", "apng"] },
  jpeg: { group: "image", title: "a JPEG image", endings: ["jpg", "jpeg", "jfif", "jpe"] },
  gif: { group: "image", title: "a GIF image", endings: ["gif"] },
  webp: { group: "image", title: "a WebP image", endings: ["webp"] },
  bmp: { group: "image", title: "a bitmap", endings: ["bmp"] },
  icon: { group: "image", title: "an icon", endings: ["ico", "cur", "icns"] },
  font: { group: "media", title: "a font", endings: ["ttf", "otf", "ttc", "woff", "woff2"] },
  "audio-video": { group: "media", title: "audio or video", endings: [] },
  sqlite: { group: "data", title: "an SQLite database", endings: ["db", "sqlite", "sqlite3"] },
  text: { group: "text", title: "text", endings: [] },
  empty: { group: "text", title: "an empty file", endings: [] },
  unknown: { group: "data", title: "binary data", endings: [] },
};

/** What a kind is called without its article, to stand after "the". */
export function bareTitle(kind: ArtifactKind): string {
  return KINDS[kind].title.replace(/^an? /, "");
}
