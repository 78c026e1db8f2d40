#pragma once

// A gnuplot process behind a small C interface, so that Swift needs no C++.
//
// On Linux gnuplot-iostream sends what is drawn. Where that is not, as on macOS, the same script
// goes through a pipe as it is, and draws the same.
//
// gnuplot-iostream's own default constructor starts gnuplot through a shell, lets a missing program
// end the whole process by SIGPIPE, and throws the exit status away. Here the process is started
// and awaited by ourselves; gnuplot-iostream gets the stream into it.

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A running gnuplot. One thread uses it at a time.
struct cachesim_gnuplot;

/// Whether this build can draw: with the trait `Charts`, on Linux and on macOS.
bool cachesim_gnuplot_is_built_in(void);

/// Starts `program -d -` in `folder`, without GNUTERM, its output thrown away.
///
/// It has a process group of its own, which is killed when it is still running after `seconds`.
/// `plain` sends through a pipe also where there is gnuplot-iostream: a test compares the two.
/// Null when it cannot be started; `*error` is then the errno that tells why.
struct cachesim_gnuplot *cachesim_gnuplot_open(
    const char *program, const char *folder, double seconds, bool plain, int *error);

/// Sends text as it is; false when gnuplot no longer listens.
bool cachesim_gnuplot_send_text(struct cachesim_gnuplot *gnuplot, const char *text);

/// Sends rows of numbers, one row after the other in `values`, then a line with `e`.
///
/// False when gnuplot no longer listens.
bool cachesim_gnuplot_send_table(
    struct cachesim_gnuplot *gnuplot, const double *values, size_t row_count, size_t column_count);

/// Ends the input, waits for gnuplot's end and frees the session.
///
/// The first `capacity - 1` bytes of what gnuplot said on its error stream come to `message`,
/// ended by a zero; `*timed_out` tells whether its time had passed. The result is gnuplot's exit
/// status, or 128 + the signal that ended it.
int cachesim_gnuplot_close(
    struct cachesim_gnuplot *gnuplot, char *message, size_t capacity, bool *timed_out);

/// Kills every gnuplot that runs, with all that it started, and lets none be started any more: for
/// a process that ends early.
void cachesim_gnuplot_end_all(void);

#ifdef __cplusplus
}
#endif
