import Foundation

/// The environment this process was started with, asked for the variables that are wanted: a dictionary of
/// all of them takes longer to make than the rest of what a small command does before it works.
enum SystemVariables {
  /// Nothing in this process sets a variable, so reading them is safe on every thread.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
