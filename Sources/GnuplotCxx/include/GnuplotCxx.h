#pragma once
// A thin bridge to gnuplot through <gnuplot-iostream.h>, with a C face.
//
// The header's own way of starting gnuplot loses its exit status, and a gnuplot that is missing or
// dies kills the whole process by SIGPIPE. So the program is started here, the header gets the
// pipe, and the status is read at the end.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CSGnuplot CSGnuplot;

/// Whether the program was built with gnuplot-iostream.
int CSGnuplotIsAvailable(void);

/// Starts a gnuplot that reads commands from a pipe.
/// - program: its name or path, looked up as a shell would.
/// - folder: where it works: the files its commands name lie there.
/// - error: the system's error number when it could not be started.
/// Returns null then.
CSGnuplot *CSGnuplotOpen(const char *program, const char *folder, int *error);

/// Sends commands. Returns 0 when gnuplot does not listen any more.
int CSGnuplotSend(CSGnuplot *gnuplot, const char *commands);

/// Ends the session and waits for gnuplot.
/// - message: what gnuplot wrote to its standard error, cut to the capacity, ended by a zero.
/// Returns its exit status, or 128 and the signal's number when a signal ended it.
int CSGnuplotClose(CSGnuplot *gnuplot, char *message, long capacity);

#ifdef __cplusplus
}
#endif
