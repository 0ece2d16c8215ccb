"""Runs the tools of one skill: calls come in as lines of JSON, and results go out as such.

Started with the path of the module, the most bytes of a result, and folders of packages.
"""

import json
import os
import queue
import sys
import threading
import time
import types

_functions = {}
_running = {}
_lock = threading.Lock()


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
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogatepass", newline="\n")
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
            text = json.dumps(result, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
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
        _running.pop(number, None)


def _cancel(number):
    held = _running.get(number)
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
    jobs = queue.SimpleQueue()
    free = [0]

    def serve():
        while True:
            try:
                _call(answers, jobs.get(), int(most))
            except _Cancelled:
                # It came when the call was already over.
                pass
            with _lock:
                free[0] += 1

    for line in requests:
        message = json.loads(line)
        if "cancel" in message:
            _cancel(message["cancel"])
            # Whoever asks learns by this that the process still listens.
            _send(answers, {"heard": message["cancel"]})
            continue
        with _lock:
            is_free = free[0] > 0
            free[0] -= 1 if is_free else 0
        if not is_free:
            threading.Thread(target=serve, daemon=True).start()
        jobs.put(message)
    os._exit(0)


main()
