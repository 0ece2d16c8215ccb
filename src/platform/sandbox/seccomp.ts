/**
 * A filter of system calls, as the bytes that the kernel takes: what only serves to look into other processes, to
 * make namespaces or to reach parts of the kernel that no tool of a skill needs is answered with an error.
 */

/** Name, number on x86-64, number on arm64; -1 where there is none. */
type Row = readonly [name: string, x64: number, arm64: number];

const FORBIDDEN: readonly Row[] = [
  ["acct", 163, 89],
  ["add_key", 248, 217],
  ["adjtimex", 159, 171],
  ["bpf", 321, 280],
  ["chroot", 161, 51],
  ["clock_adjtime", 305, 266],
  ["clock_settime", 227, 112],
  ["delete_module", 176, 106],
  ["fanotify_init", 300, 262],
  ["finit_module", 313, 273],
  ["fsconfig", 431, 431],
  ["fsmount", 432, 432],
  ["fsopen", 430, 430],
  ["fspick", 433, 433],
  ["init_module", 175, 105],
  ["ioperm", 173, -1],
  ["iopl", 172, -1],
  ["kcmp", 312, 272],
  ["kexec_file_load", 320, 294],
  ["kexec_load", 246, 104],
  ["keyctl", 250, 219],
  ["lookup_dcookie", 212, 18],
  ["migrate_pages", 256, 238],
  ["modify_ldt", 154, -1],
  ["mount", 165, 40],
  ["mount_setattr", 442, 442],
  ["move_mount", 429, 429],
  ["move_pages", 279, 239],
  ["name_to_handle_at", 303, 264],
  ["nfsservctl", 180, 42],
  ["open_by_handle_at", 304, 265],
  ["open_tree", 428, 428],
  ["perf_event_open", 298, 241],
  ["pidfd_getfd", 438, 438],
  ["pivot_root", 155, 41],
  ["process_madvise", 440, 440],
  ["process_vm_readv", 310, 270],
  ["process_vm_writev", 311, 271],
  ["ptrace", 101, 117],
  ["quotactl", 179, 60],
  ["quotactl_fd", 443, 443],
  ["reboot", 169, 142],
  ["request_key", 249, 218],
  ["setdomainname", 171, 162],
  ["sethostname", 170, 161],
  ["setns", 308, 268],
  ["settimeofday", 164, 170],
  ["swapoff", 168, 225],
  ["swapon", 167, 224],
  ["syslog", 103, 116],
  ["umount2", 166, 39],
  ["unshare", 272, 97],
  ["userfaultfd", 323, 282],
  ["vhangup", 153, 58],
];

/** Answered as if the kernel were too old, so that libraries take the older call that can be looked into. */
const UNKNOWN: readonly Row[] = [
  ["clone3", 435, 435],
  ["io_uring_enter", 426, 426],
  ["io_uring_register", 427, 427],
  ["io_uring_setup", 425, 425],
  // Memory that no process has in its address space counts for none, and stays when whoever made it has ended.
  ["memfd_create", 319, 279],
  ["memfd_secret", 447, 447],
  ["msgget", 68, 186],
  ["semget", 64, 190],
  ["shmget", 29, 194],
];

interface Machine {
  /** The number of the architecture in `linux/audit.h`. */
  readonly audit: number;
  readonly column: 1 | 2;
  readonly clone: number;
  readonly ioctl: number;
  readonly socket: number;
  /** Calls from here on are of the other ABI for the same processor. */
  readonly otherAbi?: number;
}

const MACHINES: { readonly [architecture: string]: Machine } = {
  x64: {
    audit: 0xc000003e,
    column: 1,
    clone: 56,
    ioctl: 16,
    socket: 41,
    otherAbi: 0x40000000,
  },
  arm64: { audit: 0xc00000b7, column: 2, clone: 220, ioctl: 29, socket: 198 },
};

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const AT_NUMBER = 0;
const AT_ARCHITECTURE = 4;
const AT_FIRST = 16;
const AT_SECOND = 24;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const EAFNOSUPPORT = 0x00050061;

/** New namespaces of any kind. */
const NAMESPACES = 0x7e020000;
/** Input that would be put into the terminal of whoever started the program. */
const TERMINAL_INPUT: readonly number[] = [0x5412, 0x541c];
/** Both versions of IP, and the list of interfaces; no local sockets, which lie in folders, none of virtual
 * machines, no raw packets. */
const FAMILIES: readonly number[] = [2, 10, 16];

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** The filter for an architecture as Node names it; undefined where it is not known. */
export function systemCallFilter(architecture: string): Buffer | undefined {
  const machine = Object.hasOwn(MACHINES, architecture) ? MACHINES[architecture] : undefined;
  return machine === undefined ? undefined : assemble(instructionsFor(machine));
}

function instructionsFor(machine: Machine): readonly Instruction[] {
  const { audit, column, otherAbi } = machine;
  const answer = (rows: readonly Row[], value: number): readonly Instruction[] =>
    rows.filter((row) => row[column] >= 0).flatMap((row) => returnIf(row[column], value));
  return [
    [LOAD, 0, 0, AT_ARCHITECTURE],
    [IF_EQUAL, 1, 0, audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, AT_NUMBER],
    ...(otherAbi === undefined ? [] : ifThen(IF_AT_LEAST, otherAbi, ENOSYS)),
    ...answer(FORBIDDEN, EPERM),
    ...answer(UNKNOWN, ENOSYS),
    ...onCall(machine.clone, AT_FIRST, [...ifThen(IF_ANY_BIT, NAMESPACES, EPERM)], ALLOW),
    ...onCall(
      machine.ioctl,
      AT_SECOND,
      TERMINAL_INPUT.flatMap((value) => returnIf(value, EPERM)),
      ALLOW,
    ),
    ...onCall(
      machine.socket,
      AT_FIRST,
      FAMILIES.flatMap((value) => returnIf(value, ALLOW)),
      EAFNOSUPPORT,
    ),
    [RETURN, 0, 0, ALLOW],
  ];
}

function ifThen(test: number, value: number, result: number): readonly Instruction[] {
  return [
    [test, 0, 1, value],
    [RETURN, 0, 0, result],
  ];
}

function returnIf(value: number, result: number): readonly Instruction[] {
  return ifThen(IF_EQUAL, value, result);
}

/** For one call: looks at an argument, and ends with `otherwise`. */
function onCall(
  call: number,
  argument: number,
  tests: readonly Instruction[],
  otherwise: number,
): readonly Instruction[] {
  const body: readonly Instruction[] = [
    [LOAD, 0, 0, argument],
    ...tests,
    [RETURN, 0, 0, otherwise],
  ];
  return [[IF_EQUAL, 0, body.length, call], ...body];
}

function assemble(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, [code, whenTrue, whenFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
