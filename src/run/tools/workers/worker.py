"""Runs the tools of one skill: calls come in as lines of JSON, and results go out as such.

Started with the path of the module, the most bytes of a result, and folders of packages.
"""

import json
import os
import sys
import threading
import time
import types

_functions = {}
_running = {}
_lock = threading.Lock()
_ending = threading.Lock()


# One for all: a call of `dumps` with options makes a new one every time.
_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode


class _Cancelled(BaseException):
    """Nobody waits for the call any more."""


def tool(function=None, **options):
    """Marks a function as a tool, with or without options."""

    def mark(marked):
        _functions[marked.__name__] = marked
        return marked

    return mark if function is None else mark(function)


def _install_marks():
    parent = None
    for name in ("gaia", "gaia.agents", "gaia.agents.base", "gaia.agents.base.tools"):
        module = types.ModuleType(name)
        module.__path__ = []
        sys.modules[name] = module
        if parent is not None:
            setattr(parent, name.rpartition(".")[2], module)
        parent = module
    parent.tool = tool
    parent._TOOL_REGISTRY = _functions


def _take_streams():
    """What tools print goes to standard error: standard output belongs to the results."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)
    return requests, answers


def _send(answers, message):
    data = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"
    with _lock:
        while data:
            data = data[os.write(answers, data):]


def _describe(error):
    import traceback

    lines = traceback.format_exception(type(error), error, error.__traceback__)
    frames = [line for line in lines if __file__ not in line]
    return {"kind": type(error).__name__, "message": str(error), "trace": "".join(frames)[-8000:]}


def _load(path, folders):
    root = os.path.dirname(os.path.abspath(path))
    sys.path[:0] = [root, *folders]
    module = types.ModuleType("skill_tools")
    module.__file__ = path
    sys.modules["skill_tools"] = module
    with open(path, "rb") as source:
        # Read as Python reads it: with its declared encoding, and with its path in traces.
        exec(compile(source.read(), path, "exec"), module.__dict__)


def _invoke(function, arguments, number):
    code = getattr(function, "__code__", None)
    positional = []
    if code is not None and code.co_posonlyargcount:
        given = dict(arguments)
        for name in code.co_varnames[: code.co_posonlyargcount]:
            if name not in given:
                break
            positional.append(given.pop(name))
        arguments = given
    if code is None or not code.co_flags & 0x80:
        result = function(*positional, **arguments)
        if not hasattr(result, "__await__"):
            return result
    else:
        result = function(*positional, **arguments)
    import asyncio

    async def main():
        task = asyncio.ensure_future(result)
        _running[number] = (asyncio.get_running_loop(), task)
        return await task

    return asyncio.run(main())


def _spent():
    """What this process has used up of its processor time, where that is worth telling."""
    seconds = time.process_time()
    return b"" if seconds < 0.2 else b',"cpu":%f' % seconds


def _call(answers, message, most):
    number = message["id"]
    _running[number] = threading.get_ident()
    try:
        function = _functions[message["call"]]
        result = _invoke(function, message["arguments"], number)
        try:
            text = _encode(result)
        except (TypeError, ValueError, RecursionError) as error:
            _send(answers, {"id": number, "error": {"kind": "not-json", "message": str(error)}})
            return
        if len(text) > most:
            _send(answers, {"id": number, "error": {"kind": "too-large", "message": str(len(text))}})
            return
        data = b'{"id":%d,"result":%b%b}\n' % (number, text.encode("ascii"), _spent())
        with _lock:
            while data:
                data = data[os.write(answers, data):]
    except _Cancelled:
        _send(answers, {"id": number, "error": {"kind": "cancelled", "message": ""}})
    except SystemExit as error:
        _send(answers, {"id": number, "error": {"kind": "SystemExit", "message": str(error)}})
    except BaseException as error:
        cancelled = type(error).__name__ == "CancelledError"
        said = {"kind": "cancelled", "message": ""} if cancelled else _describe(error)
        _send(answers, {"id": number, "error": said})
    finally:
        with _ending:
            _running.pop(number, None)


def _cancel(number):
    # Nobody is cancelled who has gone on to something else.
    with _ending:
        _cancel_running(_running.get(number))


def _cancel_running(held):
    if held is None:
        return
    if isinstance(held, tuple):
        loop, task = held
        loop.call_soon_threadsafe(task.cancel)
        return
    try:
        import ctypes

        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(held), ctypes.py_object(_Cancelled))
    except ImportError:
        pass


class _Crew:
    """Threads that take turns in reading: whoever has read a call runs it, and the next one reads on.

    So no call is handed from thread to thread, and one that is cancelled is heard of while it runs.
    """

    def __init__(self, requests, answers, most):
        self._requests = requests
        self._answers = answers
        self._most = most
        self._reading = threading.Lock()
        self._counting = threading.Lock()
        self._idle = 0

    def start(self):
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            with self._counting:
                self._idle += 1
            with self._reading:
                message = self._next()
                with self._counting:
                    self._idle -= 1
                    is_last = self._idle == 0
            if is_last:
                self.start()
            try:
                _call(self._answers, message, self._most)
                _flush()
            except _Cancelled:
                # It came when the call was already over.
                _running.pop(message["id"], None)

    def _next(self):
        """The next call; who cancels is answered on the way."""
        while True:
            line = self._requests.readline()
            if not line:
                os._exit(0)
            message = json.loads(line)
            if "cancel" not in message:
                return message
            _cancel(message["cancel"])
            # Whoever asks learns by this that the process still listens.
            _send(self._answers, {"heard": message["cancel"]})


def _flush():
    """Gives a cancelling that came at the last moment the steps that it needs to be raised."""
    for _ in range(3):
        pass


def main():
    path, most, *folders = sys.argv[1:]
    requests, answers = _take_streams()
    _install_marks()
    try:
        _load(path, folders)
    except BaseException as error:
        _send(answers, {"failed": _describe(error)})
        return
    version = ".".join(map(str, sys.version_info[:3]))
    _send(answers, {"ready": sorted(_functions), "version": version})
    _Crew(requests, answers, int(most)).start()
    # Every call has a thread of its own; this one only keeps the process.
    threading.Event().wait()


main()
