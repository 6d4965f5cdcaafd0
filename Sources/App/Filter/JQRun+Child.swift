import ClientCore

extension JQRun {
  /// Each program in a filtering child of its own, as filters run.
  static let child = JQRun { program, input in
    switch await FilterResult.run(program, on: input, .input) {
    case .printed(let bytes, let complaint): .printed(bytes, complaint: complaint)
    case .refused(let why): .refused(why)
    }
  }
}
