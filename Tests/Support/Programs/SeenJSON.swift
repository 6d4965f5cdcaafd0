import Foundation

/// Stores the JSON that tests see in the folder of `WEIR_JSON_SEEN`, for `.ci/schemas` to validate.
enum SeenJSON {
  static func note(_ arguments: [String], _ output: [UInt8]) {
    guard let folder = ProcessInfo.processInfo.environment["WEIR_JSON_SEEN"], !output.isEmpty,
      arguments.contains("json") && arguments.contains("--format") || arguments.contains("--rows")
    else { return }
    let words = arguments.joined(separator: " ").split(separator: "\n").joined(separator: " ")
    let path = "\(folder)/\(UUID().uuidString)"
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(words.utf8 + [10]) + Data(output))
    precondition(isWritten, "\(path) cannot be written")
  }
}
