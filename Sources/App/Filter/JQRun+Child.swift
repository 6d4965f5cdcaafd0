import ClientCore

extension JQRun {
  /// A runner that runs each program in its own child process, as filters do.
  static let child = JQRun { program, input in
    switch await FilterResult.run(program, on: input, .input) {
    case .printed(let bytes, let complaint): .printed(bytes, complaint: complaint)
    case .refused(let why): .refused(why)
    }
  }
}
