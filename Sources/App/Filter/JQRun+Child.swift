import ClientCore

extension JQRun {
  /// Runs each program in its own child process, like a filter.
  static let child = JQRun { program, input in
    switch await FilterResult.run(program, on: input, .input) {
    case .printed(let bytes, let complaint): .printed(bytes, complaint: complaint)
    case .refused(let why): .refused(why)
    }
  }
}
