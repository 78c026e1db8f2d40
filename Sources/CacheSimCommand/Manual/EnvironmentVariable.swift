/// The variables of the environment that the program looks at, for the manual.
enum EnvironmentVariable: String, CaseIterable {
  case gnuplot = "CACHESIM_GNUPLOT"
  case continuousIntegration = "CI"
  case noColor = "NO_COLOR"
  case slurmCount = "SLURM_ARRAY_TASK_COUNT"
  case slurmTask = "SLURM_ARRAY_TASK_ID"
  case slurmFirst = "SLURM_ARRAY_TASK_MIN"
  case slurmStep = "SLURM_ARRAY_TASK_STEP"
  case terminal = "TERM"

  /// What it does.
  var meaning: String {
    switch self {
    case .gnuplot: "The program that draws charts in place of gnuplot."
    case .continuousIntegration: "Where it is set, no progress is shown."
    case .noColor: "Where it is set and not empty, '--color auto' means never."
    case .slurmCount: "How many parts a sweep has that runs as a task of a Slurm array."
    case .slurmTask: "Which of these parts the task makes."
    case .slurmFirst: "The number of the array's first task; 1 where it is missing."
    case .slurmStep: "The distance of the tasks' numbers; 1 where it is missing."
    case .terminal: "Where it is 'dumb', there are neither colours nor progress."
    }
  }
}
