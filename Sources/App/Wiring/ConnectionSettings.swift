import ClientModel
import ClientYAML
import FoundationEssentials

/// The `connections` key of `config.yaml`.
enum ConnectionSettings {
  static let key = "connections"

  /// Reads the pool from the value of the key.
  ///
  /// - Throws: The file, line and column of an invalid value, and the nearest known key.
  static func pool(_ node: YAMLNode?) throws(YAMLProblem) -> ConnectionPool {
    guard let node else { return ConnectionPool() }
    let fields = try node.fields(known: ["per-host", "overall", "idle"])
    func count(_ key: String) throws(YAMLProblem) -> Int? {
      guard let node = fields[key] else { return nil }
      let number = try node.integer()
      guard (1...100_000).contains(number) else {
        throw YAMLProblem(
          node.place, why: "\(number) is not a valid number of connections.",
          whatToDo: "Write 1 or more, or omit the line to use the default.")
      }
      return number
    }
    return ConnectionPool(
      perHost: try count("per-host"), overall: try count("overall"), idle: try count("idle"))
  }

  /// Reads the current settings. Returns the defaults if the file does not exist.
  static func read(in folder: String) throws -> ConnectionPool {
    let (settings, problem) = Settings.read(in: folder, mentioning: key)
    if let problem { throw problem }
    return settings.connections
  }

  /// Writes the pool. All other keys of the file stay the same.
  static func write(_ pool: ConnectionPool, in folder: String) throws {
    let counts = [("per-host", pool.perHost), ("overall", pool.overall), ("idle", pool.idle)]
    try Settings.change(in: folder) { (file) throws(YAMLProblem) in
      for (name, count) in counts {
        let path: [YAMLStep] = [.key(key), .key(name)]
        if let count { try file.set(path, to: .integer(count)) } else { try file.remove(path) }
      }
      if pool == ConnectionPool() { try file.remove([.key(key)]) }
    }
  }
}
