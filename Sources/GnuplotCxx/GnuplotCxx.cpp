#include "GnuplotCxx.h"

#ifdef CACHESIM_WITH_GNUPLOT_IOSTREAM

#if !__has_include(<gnuplot-iostream.h>)
#error "charts need gnuplot-iostream: apt-get install gnuplot-nox libgnuplot-iostream-dev, \
or build without charts: swift build --disable-default-traits"
#endif

#include <gnuplot-iostream.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace {

/// While it lives, writing to a pipe that nobody reads is an error and not the process's end.
///
/// The signal is held back for this thread only, so a host that waits for it elsewhere is not
/// disturbed; what was pending before stays so.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&broken_pipe_);
    sigaddset(&broken_pipe_, SIGPIPE);
    was_pending_ = is_pending();
    pthread_sigmask(SIG_BLOCK, &broken_pipe_, &former_);
  }

  ~NoBrokenPipeSignal() {
    if (!was_pending_ && is_pending()) {
      int signal = 0;
      sigwait(&broken_pipe_, &signal);
    }
    pthread_sigmask(SIG_SETMASK, &former_, nullptr);
  }

  NoBrokenPipeSignal(const NoBrokenPipeSignal &) = delete;
  NoBrokenPipeSignal &operator=(const NoBrokenPipeSignal &) = delete;

 private:
  static bool is_pending() {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
  }

  sigset_t broken_pipe_;
  sigset_t former_;
  bool was_pending_ = false;
};

/// The environment without GNUTERM: with a terminal that is not there every run would fail.
std::vector<char *> environment_for_gnuplot() {
  std::vector<char *> kept;
  for (char **entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "GNUTERM=", 8) != 0) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

struct FileCloser {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// Starts gnuplot with `input` and `errors` as its streams; an errno when that fails.
int spawn(const char *program, const char *folder, int input, int errors, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  // After a failed `set output` gnuplot writes images to its standard output.
  if (error == 0) {
    error = posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  if (error == 0) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (error == 0) {
    // `-d` leaves the person's own start-up files aside, `-` reads from the pipe.
    const char *arguments[] = {program, "-d", "-", nullptr};
    std::vector<char *> environment = environment_for_gnuplot();
    error = posix_spawnp(
        process, program, &actions, nullptr, const_cast<char *const *>(arguments),
        environment.data());
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int set_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

}  // namespace

struct cachesim_gnuplot {
  pid_t process;
  File errors;
  std::unique_ptr<Gnuplot> stream;
};

bool cachesim_gnuplot_is_built_in(void) { return true; }

struct cachesim_gnuplot *cachesim_gnuplot_open(
    const char *program, const char *folder, int *error) try {
  File errors(std::tmpfile());
  int ends[2];
  if (!errors || set_close_on_exec(fileno(errors.get())) != 0 || pipe(ends) != 0) {
    *error = errno;
    return nullptr;
  }
  set_close_on_exec(ends[0]);
  set_close_on_exec(ends[1]);
  pid_t process = 0;
  *error = spawn(program, folder, ends[0], fileno(errors.get()), &process);
  close(ends[0]);
  std::FILE *input = *error == 0 ? fdopen(ends[1], "w") : nullptr;
  if (input == nullptr) {
    if (*error == 0) *error = errno;
    close(ends[1]);
    return nullptr;
  }
  std::unique_ptr<Gnuplot> stream(new Gnuplot(input));
  stream->imbue(std::locale::classic());
  return new cachesim_gnuplot{process, std::move(errors), std::move(stream)};
} catch (const std::bad_alloc &) {
  *error = ENOMEM;
  return nullptr;
}

bool cachesim_gnuplot_send_text(struct cachesim_gnuplot *gnuplot, const char *text) {
  NoBrokenPipeSignal guard;
  *gnuplot->stream << text;
  return gnuplot->stream->good();
}

bool cachesim_gnuplot_send_table(
    struct cachesim_gnuplot *gnuplot, const double *values, size_t row_count,
    size_t column_count) {
  NoBrokenPipeSignal guard;
  std::vector<std::vector<double>> rows;
  rows.reserve(row_count);
  for (size_t row = 0; row < row_count; ++row) {
    const double *first = values + row * column_count;
    rows.emplace_back(first, first + column_count);
  }
  gnuplot->stream->send1d(rows);
  return gnuplot->stream->good();
}

int cachesim_gnuplot_close(struct cachesim_gnuplot *gnuplot, char *message, size_t capacity) {
  {
    NoBrokenPipeSignal guard;
    gnuplot->stream.reset();
  }
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(gnuplot->process, &status, 0);
  } while (ended < 0 && errno == EINTR);
  if (capacity > 0) {
    std::rewind(gnuplot->errors.get());
    size_t count = std::fread(message, 1, capacity - 1, gnuplot->errors.get());
    message[count] = 0;
  }
  delete gnuplot;
  // Without a status (a host that reaps every child) only the images can tell how it went.
  if (ended < 0) return 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#else

#include <cerrno>

bool cachesim_gnuplot_is_built_in(void) { return false; }

struct cachesim_gnuplot *cachesim_gnuplot_open(const char *, const char *, int *error) {
  *error = ENOSYS;
  return nullptr;
}

bool cachesim_gnuplot_send_text(struct cachesim_gnuplot *, const char *) { return false; }

bool cachesim_gnuplot_send_table(struct cachesim_gnuplot *, const double *, size_t, size_t) {
  return false;
}

int cachesim_gnuplot_close(struct cachesim_gnuplot *, char *message, size_t capacity) {
  if (capacity > 0) message[0] = 0;
  return ENOSYS;
}

#endif
