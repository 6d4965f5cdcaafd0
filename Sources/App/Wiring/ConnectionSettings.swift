import ClientModel
import ClientYAML
import FoundationEssentials

/// The `connections` of `config.yaml`.
enum ConnectionSettings {
  static let key = "connections"

  /// - Throws: The file, line and column of what cannot be used, with the nearest known key.
  static func pool(_ node: YAMLNode?) throws(YAMLProblem) -> ConnectionPool {
    guard let node else { return ConnectionPool() }
    let fields = try node.fields(known: ["per-host", "overall", "idle"])
    func count(_ key: String) throws(YAMLProblem) -> Int? {
      guard let node = fields[key] else { return nil }
      let number = try node.integer()
      guard (1...100_000).contains(number) else {
        throw YAMLProblem(
          node.place, why: "\(number) is not a valid number of connections.",
          whatToDo: "Write 1 or more; without the line there is no limit of yours.")
      }
      return number
    }
    return ConnectionPool(
      perHost: try count("per-host"), overall: try count("overall"), idle: try count("idle"))
  }

  /// The line of `config.yaml`; empty when nothing is set.
  static func line(_ pool: ConnectionPool) -> String {
    let parts = [("per-host", pool.perHost), ("overall", pool.overall), ("idle", pool.idle)]
      .compactMap { name, count in count.map { "\(name): \($0)" } }
    return parts.isEmpty ? "" : "\(key): {\(parts.joined(separator: ", "))}\n"
  }

  /// What the settings folder says now; nothing of the user's when there is no such file.
  static func read(in folder: String) throws -> ConnectionPool {
    let (settings, problem) = Settings.read(in: folder, mentioning: key)
    if let problem { throw problem }
    return settings.connections
  }

  /// Sets the pool, all other lines as they are.
  static func write(_ pool: ConnectionPool, in folder: String) throws {
    let path = folder + "/config.yaml"
    let text = try text(in: folder) ?? ""
    var lines = text.pieces(at: "\n").map(String.init)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    let document = try YAMLDocument.parse(text, file: path)
    if let field = try document.entries().first(where: { $0.key == key }) {
      var end = field.place.line
      while end < lines.count, lines[end].begins(with: " ") || lines[end].isEmpty { end += 1 }
      lines.removeSubrange((field.place.line - 1)..<end)
    }
    let changed = lines.map { $0 + "\n" }.joined() + line(pool)
    _ = try YAMLDocument.parse(changed, file: path)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(changed.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func text(in folder: String) throws -> String? {
    let path = folder + "/config.yaml"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
