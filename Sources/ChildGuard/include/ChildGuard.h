#ifndef CHILD_GUARD_H
#define CHILD_GUARD_H

#include <sys/types.h>

/// Starts a program under a guard: a process that ends it, and all that it has started, when the
/// caller closes the lifeline or ends, in whatever way.
///
/// - arguments: the program, looked up in PATH, and its arguments; a null pointer at the end.
/// - environment: `NAME=value` each; a null pointer at the end.
/// - folder: where it works.
/// - input, output, errors: descriptors that become its standard ones.
/// - lifeline: receives a descriptor; closing it ends the program.
/// - guard: receives the guard's process, which `guard_wait` waits for.
/// Returns 0, or an error number.
int guard_start(char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int errors, int *lifeline, pid_t *guard);

/// A pipe whose ends no other program inherits. Returns 0, or -1.
int guard_pipe(int ends[2]);

/// Two connected ends that no other program inherits; writing to the first one by `guard_send`
/// raises no signal when the other end is closed. Returns 0, or -1.
int guard_connection(int ends[2]);

/// Writes to the first end of a connection. Returns how many bytes, or -1.
ssize_t guard_send(int connection, const void *bytes, size_t count);

/// Waits until a guard has ended, and with it all that it guarded.
/// Returns the program's exit status, or 128 and the signal that ended it; -1: unknown.
int guard_wait(pid_t guard);

#endif
