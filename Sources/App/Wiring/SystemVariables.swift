import Glibc

/// The environment of this process, read one variable at a time. Building a dictionary of all
/// variables takes longer than the rest of a small command's start.
enum SystemVariables {
  /// Returns the value of a variable. This process never sets a variable, so reading is safe on
  /// every thread.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// All variables, for a program that is started.
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

  /// Returns a path that a person typed, with `~` replaced by the home folder.
  static func expandingHome(in path: String) -> String {
    guard path.begins(with: "~/"), let home = value("HOME") else { return path }
    return home + path.dropping(bytes: 1)
  }
}
