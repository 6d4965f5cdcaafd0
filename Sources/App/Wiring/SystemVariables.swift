import Glibc

/// The environment this process was started with, read one variable at a time: building a dictionary of
/// all of them takes longer than the rest of a small command's start-up.
enum SystemVariables {
  /// Nothing in this process sets a variable, so reading them is safe on every thread.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// All of them, for a program that is started.
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

  /// A path as a person types it, with the home folder in place of `~`.
  static func expandingHome(in path: String) -> String {
    guard path.begins(with: "~/"), let home = value("HOME") else { return path }
    return home + path.dropping(bytes: 1)
  }
}
