import ClientCore

extension JQRun {
  /// The runner that uses a separate child process for each program, like a filter.
  static let child = JQRun { program, input in
    switch await FilterResult.run(program, on: input, .input) {
    case .printed(let bytes, let complaint): .printed(bytes, complaint: complaint)
    case .refused(let why): .refused(why)
    }
  }
}
