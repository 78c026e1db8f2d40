# A formula for Homebrew: builds the program from a checkout. It was not run yet.
#
#   brew tap-new cachesim/local
#   cp Packaging/cachesim.rb "$(brew --repository cachesim/local)/Formula/"
#   HOMEBREW_CACHESIM_CHECKOUT="$PWD" brew install --HEAD cachesim/local/cachesim
#
# Homebrew hands on only variables whose names begin with HOMEBREW_.
class Cachesim < Formula
  CHECKOUT = "file://#{ENV.fetch("HOMEBREW_CACHESIM_CHECKOUT", Dir.pwd)}".freeze

  desc "Simulator and test harness for the caching strategies of client apps"
  homepage CHECKOUT
  license "Apache-2.0"
  head CHECKOUT, using: :git, branch: "main"

  depends_on xcode: ["26.4", :build]
  depends_on "gnuplot"
  depends_on macos: :sequoia

  def install
    ENV["CACHESIM_COMMIT"] = Utils.git_short_head
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "cachesim"
    bin.install ".build/release/cachesim"
    man1.mkpath
    (man1/"cachesim.1").write Utils.safe_popen_read(bin/"cachesim", "manual")
    generate_completions_from_executable(bin/"cachesim", "--generate-completion-script")
    pkgshare.install "Scenarios" => "scenarios"
  end

  test do
    assert_match "cachesim", shell_output("#{bin}/cachesim --help")
    system bin/"cachesim", "run", "twitter", "--devices", "1", "--duration", "2d", "--output", testpath/"report"
    assert_path_exists testpath/"report/run.json"
  end
end
