#include "GnuplotCxx.h"

#include "Input.h"

#ifdef CACHESIM_STARTS_GNUPLOT

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
#include <sys/mman.h>
extern char **environ;
#endif

namespace {

/// While it lives, writing to a pipe without a reader is an error and does not end the process.
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

/// The process groups of all sessions, so that they can be ended together.
struct Groups {
  std::mutex mutex;
  std::vector<pid_t> running;
  /// Whether nothing may be started any more.
  bool is_closed = false;
};

/// Never destroyed: a thread may still ask for it while the process ends.
Groups &groups() {
  static Groups &all = *new Groups;
  return all;
}

void forget(pid_t group) {
  std::lock_guard<std::mutex> lock(groups().mutex);
  std::vector<pid_t> &running = groups().running;
  running.erase(std::remove(running.begin(), running.end(), group), running.end());
}

/// Ends a process group that is still running after a time.
class Deadline {
 public:
  Deadline(pid_t group, double seconds)
      : thread_([this, group, seconds] { watch(group, seconds); }) {}

  ~Deadline() { end(); }

  /// Ends the watch, and tells whether the time had passed. The group's first process must not be
  /// reaped before: its number could be another one's then.
  bool end() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
    return has_passed_;
  }

 private:
  void watch(pid_t group, double seconds) {
    std::unique_lock<std::mutex> lock(mutex_);
    const std::chrono::duration<double> limit(seconds);
    if (changed_.wait_for(lock, limit, [this] { return is_over_; })) return;
    has_passed_ = true;
    kill(-group, SIGKILL);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  bool has_passed_ = false;
  // The last member: the thread uses the others.
  std::thread thread_;
};

/// A file in memory, so that a full disk does not keep gnuplot from telling what is wrong; where
/// the system has none, one on disk.
std::FILE *unnamed_file() {
#ifdef __linux__
  int descriptor = memfd_create("gnuplot", MFD_CLOEXEC);
  if (descriptor < 0) return std::tmpfile();
  std::FILE *file = fdopen(descriptor, "w+");
  if (file == nullptr) close(descriptor);
  return file;
#else
  return std::tmpfile();
#endif
}

/// A pipe whose ends are closed in what other threads start meanwhile, or gnuplot would never see
/// its input's end.
int open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

/// What a process group is started with. Without `pipe2`, another thread could start a program
/// between a pipe and its flag: there the child closes all that it is not given.
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
constexpr short spawn_flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
constexpr short spawn_flags = POSIX_SPAWN_SETPGROUP;
#endif

/// Starts gnuplot with `input` and `errors` as its streams; an errno when that fails.
int spawn(const char *program, const char *folder, int input, int errors, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  // A group of its own: what gnuplot starts can be ended with it.
  error = posix_spawnattr_setflags(&attributes, spawn_flags);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  // After a failed `set output` gnuplot writes images to its standard output.
  if (error == 0) {
    error = posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  if (error == 0) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (error == 0) {
    // `-d` leaves the person's own start-up files aside. The pipe is named as a file, since
    // gnuplot reads its standard input (`-`) by single bytes: a call of the system for each.
    const char *arguments[] = {program, "-d", "/dev/stdin", nullptr};
    std::vector<char *> environment = environment_for_gnuplot();
    std::lock_guard<std::mutex> lock(groups().mutex);
    groups().running.reserve(groups().running.size() + 1);
    error = groups().is_closed
        ? ECANCELED
        : posix_spawnp(
              process, program, &actions, &attributes, const_cast<char *const *>(arguments),
              environment.data());
    if (error == 0) groups().running.push_back(*process);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Ends a process group, and reaps its first process.
void end_group(pid_t group) {
  kill(-group, SIGKILL);
  while (waitpid(group, nullptr, 0) < 0 && errno == EINTR) {
  }
  forget(group);
}

}  // namespace

struct cachesim_gnuplot {
  pid_t process;
  File errors;
  std::unique_ptr<Input> input;
  std::unique_ptr<Deadline> deadline;
};

bool cachesim_gnuplot_is_built_in(void) { return true; }

struct cachesim_gnuplot *cachesim_gnuplot_open(
    const char *program, const char *folder, double seconds, bool plain, int *error) {
  pid_t process = 0;
  try {
    File errors(unnamed_file());
    int ends[2];
    if (!errors || open_pipe(ends) != 0) {
      *error = errno;
      return nullptr;
    }
    *error = spawn(program, folder, ends[0], fileno(errors.get()), &process);
    close(ends[0]);
    std::FILE *file = *error == 0 ? fdopen(ends[1], "w") : nullptr;
    if (file == nullptr) {
      close(ends[1]);
      if (*error == 0) {
        *error = errno;
        end_group(process);
      }
      return nullptr;
    }
    std::unique_ptr<Input> input = make_input(file, plain);
    std::unique_ptr<Deadline> deadline(new Deadline(process, seconds));
    return new cachesim_gnuplot{
        process, std::move(errors), std::move(input), std::move(deadline)};
  } catch (const std::bad_alloc &) {
    *error = ENOMEM;
  } catch (const std::system_error &) {
    *error = EAGAIN;
  }
  if (process > 0) end_group(process);
  return nullptr;
}

bool cachesim_gnuplot_send_text(struct cachesim_gnuplot *gnuplot, const char *text) {
  NoBrokenPipeSignal guard;
  return gnuplot->input->send(text);
}

bool cachesim_gnuplot_send_table(
    struct cachesim_gnuplot *gnuplot, const double *values, size_t row_count,
    size_t column_count) {
  NoBrokenPipeSignal guard;
  return gnuplot->input->send(values, row_count, column_count);
}

int cachesim_gnuplot_close(
    struct cachesim_gnuplot *gnuplot, char *message, size_t capacity, bool *timed_out) {
  {
    NoBrokenPipeSignal guard;
    gnuplot->input.reset();
  }
  // Awaited and not yet reaped, so that its number stays its own while its group is ended.
  siginfo_t end;
  int ended = 0;
  do {
    ended = waitid(P_PID, static_cast<id_t>(gnuplot->process), &end, WEXITED | WNOWAIT);
  } while (ended < 0 && errno == EINTR);
  *timed_out = gnuplot->deadline->end();
  forget(gnuplot->process);
  int status = 0;
  if (ended == 0) {
    kill(-gnuplot->process, SIGKILL);
    pid_t reaped = 0;
    do {
      reaped = waitpid(gnuplot->process, &status, 0);
    } while (reaped < 0 && errno == EINTR);
  }
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

void cachesim_gnuplot_end_all(void) {
  std::lock_guard<std::mutex> lock(groups().mutex);
  groups().is_closed = true;
  for (pid_t group : groups().running) kill(-group, SIGKILL);
}

#else

#include <cerrno>

bool cachesim_gnuplot_is_built_in(void) { return false; }

struct cachesim_gnuplot *cachesim_gnuplot_open(
    const char *, const char *, double, bool, int *error) {
  *error = ENOSYS;
  return nullptr;
}

bool cachesim_gnuplot_send_text(struct cachesim_gnuplot *, const char *) { return false; }

bool cachesim_gnuplot_send_table(struct cachesim_gnuplot *, const double *, size_t, size_t) {
  return false;
}

int cachesim_gnuplot_close(
    struct cachesim_gnuplot *, char *message, size_t capacity, bool *timed_out) {
  if (capacity > 0) message[0] = 0;
  *timed_out = false;
  return ENOSYS;
}

void cachesim_gnuplot_end_all(void) {}

#endif
