function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Modules that come with Python, in any version that skills are written for. */
export const PYTHON_LIBRARY: ReadonlySet<string> = names(`
  __future__ __main__ distutils imp asynchat asyncore smtpd tomllib
  abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime
  dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
  fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
  hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json
  keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder
  msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os
  ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint
  profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib
  resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib
  sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile
  termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty
  turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser
  winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`);

/** Packages whose modules have another name; several may bring the same module. */
const PACKAGES: { readonly [module: string]: readonly string[] } = {
  attr: ["attrs"],
  bs4: ["beautifulsoup4"],
  cairo: ["pycairo"],
  Crypto: ["pycryptodome", "pycrypto"],
  cv2: ["opencv-python", "opencv-python-headless", "opencv-contrib-python"],
  dateutil: ["python-dateutil"],
  discord: ["discord-py"],
  docx: ["python-docx"],
  dotenv: ["python-dotenv"],
  faiss: ["faiss-cpu", "faiss-gpu"],
  fitz: ["pymupdf"],
  git: ["gitpython"],
  github: ["pygithub"],
  googleapiclient: ["google-api-python-client"],
  jose: ["python-jose"],
  jwt: ["pyjwt"],
  magic: ["python-magic"],
  MySQLdb: ["mysqlclient"],
  nacl: ["pynacl"],
  OpenSSL: ["pyopenssl"],
  PIL: ["pillow"],
  pkg_resources: ["setuptools"],
  pptx: ["python-pptx"],
  psycopg2: ["psycopg2", "psycopg2-binary"],
  pythoncom: ["pywin32"],
  serial: ["pyserial"],
  skimage: ["scikit-image"],
  sklearn: ["scikit-learn"],
  slack_sdk: ["slack-sdk"],
  socks: ["pysocks"],
  telegram: ["python-telegram-bot"],
  umap: ["umap-learn"],
  usb: ["pyusb"],
  websocket: ["websocket-client"],
  win32api: ["pywin32"],
  yaml: ["pyyaml"],
  zmq: ["pyzmq"],
};

/** Names of packages that bring a module, joined by `-` in lower case. */
export function packagesOf(module: string): readonly string[] {
  const known = Object.hasOwn(PACKAGES, module) ? PACKAGES[module] : undefined;
  return known ?? [foldPackage(module)];
}

/** The Python index takes these for one name. */
export function foldPackage(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
