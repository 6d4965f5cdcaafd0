import Foundation

/// The environment this process was started with, read one variable at a time: building a dictionary of
/// all of them takes longer than the rest of a small command's start-up.
enum SystemVariables {
  /// Nothing in this process sets a variable, so reading them is safe on every thread.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
