import ClientModel
import TestSupport
import Testing

@testable import weir

/// The connections of `config.yaml`, as `weir queue connections` writes them.
struct ConnectionSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var text: String {
    get throws { try String(contentsOfFile: folder.path("config.yaml"), encoding: .utf8) }
  }

  @Test func `what is written is read, and the file is made`() throws {
    let pool = ConnectionPool(perHost: 2, overall: nil, idle: 8)
    try ConnectionSettings.write(pool, in: folder.path("new"))
    #expect(try ConnectionSettings.read(in: folder.path("new")) == pool)
  }

  @Test func `other lines stay as they are`() throws {
    try folder.write(
      "config.yaml", "# Mine.\ntheme: light\nconnections:\n  per-host: 9\n  idle: 1\nbell: off\n")
    try ConnectionSettings.write(ConnectionPool(overall: 4), in: folder.path)
    #expect(try text == "# Mine.\ntheme: light\nconnections:\n  overall: 4\nbell: off\n")
  }

  @Test func `without limits there is no line`() throws {
    try folder.write("config.yaml", "connections: {overall: 4}\nbell: off\n")
    try ConnectionSettings.write(ConnectionPool(), in: folder.path)
    #expect(try text == "bell: off\n")
  }

  @Test func `a file that is not YAML is not written over`() throws {
    try folder.write("config.yaml", "theme: [")
    #expect(throws: (any Error).self) {
      try ConnectionSettings.write(ConnectionPool(overall: 4), in: folder.path)
    }
    #expect(try text == "theme: [")
  }
}
