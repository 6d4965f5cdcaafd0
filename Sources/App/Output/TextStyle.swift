import ClientModel

/// A style of text on the command line. The raw value is the parameter of the SGR sequence.
enum TextStyle: Int, Sendable {
  case bold = 1
  case red = 31
  case green, yellow, blue, magenta, cyan
  case grey = 90

  /// Creates the style of a response status, by the class of the status.
  init(status: Int) {
    switch status {
    case ..<200: self = .grey
    case ..<300: self = .green
    case ..<400: self = .cyan
    case ..<500: self = .yellow
    default: self = .red
    }
  }

  /// Creates the style of a job's state. Returns nil for a waiting job, because most listed jobs
  /// wait.
  init?(_ state: JobState.Word) {
    switch state {
    case .waiting: return nil
    case .running, .polling: self = .cyan
    case .held, .interrupted: self = .yellow
    case .succeeded: self = .green
    case .failed: self = .red
    case .cancelled, .skipped: self = .grey
    }
  }

  /// Returns the text in this style. The text must contain no control characters.
  func text(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

extension Console {
  /// Returns text in a style if standard output has colours.
  static func styled(_ text: String, _ style: TextStyle?) -> String {
    isColoured ? style?.text(text) ?? text : text
  }

  /// Returns text in a style if standard error has colours.
  static func styledComplaint(_ text: String, _ style: TextStyle?) -> String {
    isComplaintColoured ? style?.text(text) ?? text : text
  }
}
