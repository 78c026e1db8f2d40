#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

#include <stddef.h>

/// A file of the checkout that travels inside the program.
typedef struct {
  /// Its path in the checkout.
  const char *_Nonnull path;
  /// What it holds.
  const unsigned char *_Nonnull bytes;
  /// How many bytes that are.
  size_t count;
} embedded_file;

/// The files that travel inside the program, folder by folder, in the order in which listings show
/// them.
const embedded_file *_Nonnull embedded_files(void);

/// How many there are.
size_t embedded_file_count(void);

#endif
