"""What the program refuses, by its exit status (`cachesim --help` lists them)."""


class Error(RuntimeError):
    """The program could not answer; the text is what it wrote to standard error."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text.strip() or f"cachesim ended with {status}")
        self.status = status


class InvalidInput(Error, ValueError):
    """The options were not understood (64), or a scenario or a trace is wrong (65)."""


class NotFound(Error, FileNotFoundError):
    """There is no such scenario or file (66)."""

    def __str__(self) -> str:
        # That of a system's error would be a number and a name.
        return str(self.args[0])


def error(status: int, text: str) -> Error:
    """The exception of an exit status."""
    kind = {64: InvalidInput, 65: InvalidInput, 66: NotFound}.get(status, Error)
    return kind(status, text)
