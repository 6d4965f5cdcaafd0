import Glibc

/// The environment variables of this process, read one at a time.
///
/// Building a dictionary of all variables takes longer than the remaining start of a small command.
enum SystemVariables {
  /// Returns the value of a variable. This process never sets a variable, so reading is safe on
  /// every thread.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// All variables. They are passed to a started program.
  static var all: [String: String] {
    var all: [String: String] = [:]
    var entry = environ
    while let line = entry.pointee {
      let words = String(cString: line).pieces(at: "=", maxSplits: 1)
      if words.count == 2 { all[String(words[0])] = String(words[1]) }
      entry += 1
    }
    return all
  }

  /// Expands `~` in a path that a person typed.
  static func expandingHome(in path: String) -> String {
    guard path.begins(with: "~/"), let home = value("HOME") else { return path }
    return home + path.dropping(bytes: 1)
  }
}
