#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ChildGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// Between fork and exec only what is safe in a signal handler is called: the caller has threads.

/// Kills the processes that have been handed to this one because their parents ended, where the
/// system says which these are. Returns whether there was one.
static int kill_orphans(void) {
#ifdef __linux__
  int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[4096];
  ssize_t count = read(file, text, sizeof text);
  close(file);
  int found = 0;
  pid_t process = 0;
  for (ssize_t index = 0; index < count; index += 1) {
    if (text[index] >= '0' && text[index] <= '9') {
      process = process * 10 + (text[index] - '0');
    } else if (process > 0) {
      kill(process, SIGKILL);
      process = 0;
      found = 1;
    }
  }
  return found;
#else
  return 0;
#endif
}

/// What the guard does: waits for the program's end or the lifeline's, and leaves nothing running.
static void keep_guard(pid_t program, int lifeline) {
  int result = -1;
  int is_over = 0;
  while (!is_over) {
    // Nothing is ever written to the lifeline: it becomes readable at its end. Without an event to
    // wait for, macOS would not tell of that either.
    struct pollfd line = {.fd = lifeline, .events = POLLIN};
    // Without an event this looks ten times a second whether the program has ended.
    if (poll(&line, 1, 100) > 0) is_over = 1;
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended != program) continue;
      result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      is_over = 1;
    }
  }
  kill(-program, SIGKILL);
  // What a killed process leaves behind is handed on only when it has been waited for.
  for (int round = 0; round < 1000; round += 1) {
    int has_orphans = kill_orphans();
    int status;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == program && result < 0) {
      result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (ended < 0 && errno == ECHILD) break;
    if (ended == 0 || has_orphans) poll(NULL, 0, 1);
  }
  _exit(result < 0 ? 255 : result);
}

static void start_program(char *const arguments[], char *const environment[], const char *folder,
                          int input, int output, int errors) {
  setpgid(0, 0);
  if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
      dup2(errors, STDERR_FILENO) < 0 || chdir(folder) < 0) {
    _exit(127);
  }
  for (int file = 3; file < 1024; file += 1) close(file);
  for (int number = 1; number < 32; number += 1) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(arguments[0], arguments, environment);
  _exit(127);
}

int guard_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) < 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int guard_connection(int ends[2]) {
  int kind = SOCK_STREAM;
#ifdef __linux__
  kind |= SOCK_CLOEXEC;
#endif
  if (socketpair(AF_UNIX, kind, 0, ends) < 0) return -1;
#ifdef SO_NOSIGPIPE
  int yes = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  return 0;
}

ssize_t guard_send(int connection, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  return send(connection, bytes, count, MSG_NOSIGNAL);
#else
  return send(connection, bytes, count, 0);
#endif
}

int guard_start(char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int errors, int *lifeline, pid_t *guard) {
  int ends[2];
  if (guard_pipe(ends) < 0) return errno;
  pid_t process = fork();
  if (process < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  if (process > 0) {
    close(ends[0]);
    *lifeline = ends[1];
    *guard = process;
    return 0;
  }
  // A group of its own: what the terminal sends to the caller's group is the caller's to handle.
  setpgid(0, 0);
  for (int number = 1; number < 32; number += 1) signal(number, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
  pid_t program = fork();
  if (program == 0) start_program(arguments, environment, folder, input, output, errors);
  if (program < 0) _exit(126);
  // The guard keeps nothing open but its end of the lifeline: who reads the program's output sees
  // its end when the program has ended.
  for (int file = 0; file < 1024; file += 1) {
    if (file != ends[0]) close(file);
  }
  setpgid(program, program);
  keep_guard(program, ends[0]);
  return 0;
}

int guard_wait(pid_t guard) {
  int status;
  while (waitpid(guard, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
