#include "GnuplotCxx.h"

#ifdef CACHESIM_WITH_GNUPLOT_IOSTREAM

#if !__has_include(<gnuplot-iostream.h>)
#error "<gnuplot-iostream.h> is missing: apt-get install libgnuplot-iostream-dev, or build without \
charts: swift build --disable-default-traits"
#endif

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gnuplot-iostream.h>

extern char **environ;

namespace {

/// Keeps a broken pipe an error of writing: blocks SIGPIPE on this thread, and swallows the one
/// that a write may have raised.
class PipeGuard {
 public:
  PipeGuard() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }

  ~PipeGuard() {
    sigset_t pending;
    sigpending(&pending);
    if (!was_pending_ && sigismember(&pending, SIGPIPE) == 1) {
      int signal = 0;
      sigwait(&pipe_, &signal);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  PipeGuard(const PipeGuard &) = delete;
  PipeGuard &operator=(const PipeGuard &) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_;
};

/// The environment without GNUTERM: a terminal named there that gnuplot lacks fails every run.
std::vector<char *> environment() {
  std::vector<char *> variables;
  for (char **variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "GNUTERM=", 8) != 0) variables.push_back(*variable);
  }
  variables.push_back(nullptr);
  return variables;
}

}  // namespace

struct CSGnuplot {
  pid_t process = -1;
  std::FILE *errors = nullptr;
  std::unique_ptr<Gnuplot> stream;
};

int CSGnuplotIsAvailable(void) { return 1; }

CSGnuplot *CSGnuplotOpen(const char *program, const char *folder, int *error) {
  int ends[2];
  *error = 0;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    *error = errno;
    return nullptr;
  }
  std::FILE *errors = std::tmpfile();
  std::FILE *input = errors != nullptr ? fdopen(ends[1], "w") : nullptr;
  if (input == nullptr) {
    *error = errno;
    close(ends[0]);
    close(ends[1]);
    if (errors != nullptr) std::fclose(errors);
    return nullptr;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors), STDERR_FILENO);
  // After a failed `set output` the picture's bytes go to standard output.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  // -d: no start-up files of the user's.
  std::string name = program, no_defaults = "-d", from_input = "-";
  char *arguments[] = {name.data(), no_defaults.data(), from_input.data(), nullptr};
  std::vector<char *> variables = environment();
  pid_t process = -1;
  *error = posix_spawnp(&process, program, &actions, nullptr, arguments, variables.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (*error != 0) {
    std::fclose(input);
    std::fclose(errors);
    return nullptr;
  }
  auto *gnuplot = new CSGnuplot;
  gnuplot->process = process;
  gnuplot->errors = errors;
  gnuplot->stream = std::make_unique<Gnuplot>(input);
  return gnuplot;
}

int CSGnuplotSend(CSGnuplot *gnuplot, const char *commands) {
  PipeGuard guard;
  *gnuplot->stream << commands << std::flush;
  return gnuplot->stream->good() ? 1 : 0;
}

int CSGnuplotClose(CSGnuplot *gnuplot, char *message, long capacity) {
  {
    PipeGuard guard;
    gnuplot->stream.reset();
  }
  int status = 0;
  while (waitpid(gnuplot->process, &status, 0) < 0 && errno == EINTR) {
  }
  long length = 0;
  if (capacity > 0) {
    std::rewind(gnuplot->errors);
    length = static_cast<long>(std::fread(message, 1, capacity - 1, gnuplot->errors));
    message[length] = 0;
  }
  std::fclose(gnuplot->errors);
  delete gnuplot;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

#else

int CSGnuplotIsAvailable(void) { return 0; }

CSGnuplot *CSGnuplotOpen(const char *, const char *, int *error) {
  *error = 0;
  return nullptr;
}

int CSGnuplotSend(CSGnuplot *, const char *) { return 0; }

int CSGnuplotClose(CSGnuplot *, char *message, long capacity) {
  if (capacity > 0) message[0] = 0;
  return 1;
}

#endif
