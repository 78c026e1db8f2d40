#pragma once

// The real SQLite library, with a count of what it asks of each of a database's files.
//
// The library is opened when the program runs. Without its header when this is compiled, or without
// the library when it runs, there is nothing to count, and `cachesim_sqlite_is_there` says so.

#include <stdbool.h>
#include <stdint.h>

/// What SQLite asked of one file.
struct cachesim_sqlite_count {
  /// Bytes written.
  int64_t bytes;
  /// Writes.
  int64_t writes;
  /// Syncs; a folder's syncs are counted for themselves.
  int64_t syncs;
};

/// What SQLite asked of the files of a database.
struct cachesim_sqlite_counts {
  /// The database itself.
  struct cachesim_sqlite_count database;
  /// The rollback journal.
  struct cachesim_sqlite_count journal;
  /// The write-ahead log.
  struct cachesim_sqlite_count log;
  /// Syncs of the folder, after a file was made in it.
  int64_t folder_syncs;
  /// Removals of files.
  int64_t deletions;
};

/// An open database. One thread uses it at a time.
struct cachesim_sqlite;

/// Whether the header was there at compile time and the library is there now.
bool cachesim_sqlite_is_there(void);

/// The library's version as a number: 3.40.1 is 3040001; 0 without the library.
int cachesim_sqlite_version(void);

/// Opens or makes a database; null when that fails.
struct cachesim_sqlite *cachesim_sqlite_open(const char *path);

/// Runs statements; false when one of them fails.
bool cachesim_sqlite_run(struct cachesim_sqlite *database, const char *statements);

/// What the library says of the last failure.
const char *cachesim_sqlite_message(struct cachesim_sqlite *database);

/// What was counted since the last call, or since opening.
struct cachesim_sqlite_counts cachesim_sqlite_take_counts(struct cachesim_sqlite *database);

/// Closes the database.
///
/// The result is what was counted since the counts were last taken.
struct cachesim_sqlite_counts cachesim_sqlite_close(struct cachesim_sqlite *database);
