#define _GNU_SOURCE
#include "SQLiteProbe.h"

#if __has_include(<sqlite3.h>) && __has_include(<dlfcn.h>)

#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>

#ifdef __APPLE__
static const char library_name[] = "libsqlite3.dylib";
#else
static const char library_name[] = "libsqlite3.so.0";
#endif

// The functions that are used, of the types that the header gives them.
static struct {
  __typeof__(sqlite3_open_v2) *open;
  __typeof__(sqlite3_close_v2) *close;
  __typeof__(sqlite3_exec) *exec;
  __typeof__(sqlite3_errmsg) *errmsg;
  __typeof__(sqlite3_vfs_find) *vfs_find;
  __typeof__(sqlite3_vfs_register) *vfs_register;
  __typeof__(sqlite3_libversion_number) *version;
} library;

struct cachesim_sqlite {
  sqlite3 *handle;
  struct cachesim_sqlite_counts counts;
};

// A file of ours in front of one of the system's.
struct counted_file {
  sqlite3_file base;
  // The session's count that this file belongs to; null for temporary files.
  struct cachesim_sqlite_count *count;
  // Lies behind this structure, in the same memory.
  sqlite3_file *real;
};

static sqlite3_vfs counting_vfs;
static sqlite3_vfs *system_vfs;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there = false;

// The session whose call is under way on this thread: SQLite tells a VFS of no connection.
static _Thread_local struct cachesim_sqlite *current;

// --- What a file is asked

static sqlite3_file *real(sqlite3_file *file) { return ((struct counted_file *)file)->real; }

static int close_file(sqlite3_file *file) {
  return real(file)->pMethods ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *bytes, int amount, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, amount, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset) {
  struct cachesim_sqlite_count *count = ((struct counted_file *)file)->count;
  if (count) {
    count->bytes += amount;
    count->writes += 1;
  }
  return real(file)->pMethods->xWrite(real(file), bytes, amount, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
  struct cachesim_sqlite_count *count = ((struct counted_file *)file)->count;
  if (count) count->syncs += 1;
  return real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int lock_file(sqlite3_file *file, int lock) {
  return real(file)->pMethods->xLock(real(file), lock);
}

static int unlock_file(sqlite3_file *file, int lock) {
  return real(file)->pMethods->xUnlock(real(file), lock);
}

static int check_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int map_memory(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int lock_memory(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int unmap_memory(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

// Version 2: with shared memory, which a log needs, and without mapped files.
static const sqlite3_io_methods counting_methods = {
    2,           close_file, read_file,   write_file,   truncate_file, sync_file,
    file_size,   lock_file,  unlock_file, check_lock,   control_file,  sector_size,
    characteristics, map_memory, lock_memory, barrier, unmap_memory, 0, 0};

// --- What the file system is asked

static struct cachesim_sqlite_count *count_of(int flags) {
  if (!current) return NULL;
  if (flags & SQLITE_OPEN_MAIN_DB) return &current->counts.database;
  if (flags & SQLITE_OPEN_MAIN_JOURNAL) return &current->counts.journal;
  if (flags & SQLITE_OPEN_WAL) return &current->counts.log;
  return NULL;
}

static int open_file(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  struct counted_file *counted = (struct counted_file *)file;
  (void)vfs;
  counted->base.pMethods = NULL;
  counted->count = count_of(flags);
  counted->real = (sqlite3_file *)(counted + 1);
  int status = system_vfs->xOpen(system_vfs, name, counted->real, flags, out_flags);
  if (counted->real->pMethods) counted->base.pMethods = &counting_methods;
  return status;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs_folder) {
  (void)vfs;
  if (current) current->counts.deletions += 1;
  return system_vfs->xDelete(system_vfs, name, syncs_folder);
}

// The system's VFS opens a folder for one reason: to sync it.
static int (*real_open_folder)(const char *, int *);

static int open_folder(const char *name, int *descriptor) {
  if (current) current->counts.folder_syncs += 1;
  return real_open_folder(name, descriptor);
}

// --- The library

static bool find(void *handle) {
  library.open = dlsym(handle, "sqlite3_open_v2");
  library.close = dlsym(handle, "sqlite3_close_v2");
  library.exec = dlsym(handle, "sqlite3_exec");
  library.errmsg = dlsym(handle, "sqlite3_errmsg");
  library.vfs_find = dlsym(handle, "sqlite3_vfs_find");
  library.vfs_register = dlsym(handle, "sqlite3_vfs_register");
  library.version = dlsym(handle, "sqlite3_libversion_number");
  return library.open && library.close && library.exec && library.errmsg && library.vfs_find &&
         library.vfs_register && library.version;
}

static void load(void) {
  void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle || !find(handle)) return;
  system_vfs = library.vfs_find(NULL);
  if (!system_vfs || system_vfs->iVersion < 3) return;
  real_open_folder =
      (int (*)(const char *, int *))system_vfs->xGetSystemCall(system_vfs, "openDirectory");
  if (!real_open_folder) return;
  system_vfs->xSetSystemCall(system_vfs, "openDirectory", (sqlite3_syscall_ptr)open_folder);
  counting_vfs = *system_vfs;
  counting_vfs.zName = "cachesim-counting";
  counting_vfs.pNext = NULL;
  counting_vfs.szOsFile = (int)sizeof(struct counted_file) + system_vfs->szOsFile;
  counting_vfs.xOpen = open_file;
  counting_vfs.xDelete = delete_file;
  is_there = library.vfs_register(&counting_vfs, 0) == SQLITE_OK;
}

bool cachesim_sqlite_is_there(void) {
  pthread_once(&once, load);
  return is_there;
}

int cachesim_sqlite_version(void) { return cachesim_sqlite_is_there() ? library.version() : 0; }

struct cachesim_sqlite *cachesim_sqlite_open(const char *path) {
  if (!cachesim_sqlite_is_there()) return NULL;
  struct cachesim_sqlite *database = calloc(1, sizeof *database);
  if (!database) return NULL;
  current = database;
  int status = library.open(
      path, &database->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, counting_vfs.zName);
  current = NULL;
  if (status == SQLITE_OK) return database;
  library.close(database->handle);
  free(database);
  return NULL;
}

bool cachesim_sqlite_run(struct cachesim_sqlite *database, const char *statements) {
  current = database;
  int status = library.exec(database->handle, statements, NULL, NULL, NULL);
  current = NULL;
  return status == SQLITE_OK;
}

const char *cachesim_sqlite_message(struct cachesim_sqlite *database) {
  return library.errmsg(database->handle);
}

struct cachesim_sqlite_counts cachesim_sqlite_take_counts(struct cachesim_sqlite *database) {
  struct cachesim_sqlite_counts counts = database->counts;
  database->counts = (struct cachesim_sqlite_counts){0};
  return counts;
}

struct cachesim_sqlite_counts cachesim_sqlite_close(struct cachesim_sqlite *database) {
  current = database;
  library.close(database->handle);
  current = NULL;
  struct cachesim_sqlite_counts counts = database->counts;
  free(database);
  return counts;
}

#else

#include <stddef.h>

bool cachesim_sqlite_is_there(void) { return false; }
int cachesim_sqlite_version(void) { return 0; }
struct cachesim_sqlite *cachesim_sqlite_open(const char *path) {
  (void)path;
  return NULL;
}
bool cachesim_sqlite_run(struct cachesim_sqlite *database, const char *statements) {
  (void)database, (void)statements;
  return false;
}
const char *cachesim_sqlite_message(struct cachesim_sqlite *database) {
  (void)database;
  return "SQLite is not there";
}
struct cachesim_sqlite_counts cachesim_sqlite_take_counts(struct cachesim_sqlite *database) {
  (void)database;
  return (struct cachesim_sqlite_counts){0};
}
struct cachesim_sqlite_counts cachesim_sqlite_close(struct cachesim_sqlite *database) {
  return cachesim_sqlite_take_counts(database);
}

#endif
