#pragma once

// Whether this system starts gnuplot: Linux and macOS do; an app of the others starts no programs.

#ifdef __APPLE__
#include <TargetConditionals.h>
#endif

#if defined(CACHESIM_WITH_GNUPLOT) && (defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX))
#define CACHESIM_STARTS_GNUPLOT

#ifdef CACHESIM_WITH_GNUPLOT_IOSTREAM
#if !__has_include(<gnuplot-iostream.h>)
#error "charts need gnuplot-iostream: apt-get install gnuplot-nox libgnuplot-iostream-dev, \
or build without charts: swift build --disable-default-traits"
#endif

#include <gnuplot-iostream.h>

#include <vector>
#endif

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <memory>

struct FileCloser {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// What takes a script on its way to gnuplot.
class Input {
 public:
  virtual ~Input() = default;
  virtual bool send(const char *text) = 0;
  virtual bool send(const double *values, size_t row_count, size_t column_count) = 0;
};

/// The end of a pipe, written to in the form that gnuplot-iostream has: where that is not.
class PipeInput : public Input {
 public:
  explicit PipeInput(std::FILE *file) : file_(file) {}

  bool send(const char *text) override {
    std::fputs(text, file_.get());
    return std::fflush(file_.get()) == 0;
  }

  bool send(const double *values, size_t row_count, size_t column_count) override {
    for (size_t row = 0; row < row_count && !std::ferror(file_.get()); ++row) {
      for (size_t column = 0; column < column_count; ++column) {
        const double value = values[row * column_count + column];
        const char *separator = column == 0 ? "" : " ";
        // Whatever the host's locale: `printf` would write its decimal point.
        char digits[64];
        const std::to_chars_result end = std::to_chars(
            digits, digits + sizeof digits - 1, value, std::chars_format::scientific, 18);
        *end.ptr = 0;
        std::fprintf(file_.get(), "%s%s", separator, std::isnan(value) ? "nan" : digits);
      }
      std::fputc('\n', file_.get());
    }
    return send("e\n");
  }

 private:
  File file_;
};

#ifdef CACHESIM_WITH_GNUPLOT_IOSTREAM
/// gnuplot-iostream's stream.
class StreamInput : public Input {
 public:
  explicit StreamInput(std::FILE *file) : stream_(file) { stream_.imbue(std::locale::classic()); }

  bool send(const char *text) override {
    stream_ << text;
    return stream_.good();
  }

  bool send(const double *values, size_t row_count, size_t column_count) override {
    std::vector<std::vector<double>> rows;
    rows.reserve(row_count);
    for (size_t row = 0; row < row_count; ++row) {
      const double *first = values + row * column_count;
      rows.emplace_back(first, first + column_count);
    }
    stream_.send1d(rows);
    return stream_.good();
  }

 private:
  Gnuplot stream_;
};
#endif

/// The input through gnuplot-iostream where that is, unless it shall be `plain`, else a pipe.
inline std::unique_ptr<Input> make_input(std::FILE *file, bool plain) {
#ifdef CACHESIM_WITH_GNUPLOT_IOSTREAM
  if (!plain) return std::unique_ptr<Input>(new StreamInput(file));
#else
  (void)plain;
#endif
  return std::unique_ptr<Input>(new PipeInput(file));
}

#endif
