import Foundation
import TestSupport

/// A user who takes responses of any size: by default those over 2 GiB ask first, and so much is stored.
enum LargeResponses {
  private static let asks = 2 << 30

  /// Sets what a body of this size needs; changes nothing for one that passes anyway.
  static func allow(_ size: Int, from server: String, in home: WeirHome) throws {
    guard size > asks else { return }
    let limit = size * 2
    try write(
      """
      gateway: bench
      gateways:
        bench:
          url: \(server)
          options: {limits: {decoded-body: \(limit), body-question: \(limit)}}

      """, to: "weir.yaml", in: home.folder.path("data/weir/scratch"))
    try write(
      "retention: {megabytes: \(limit / 1_000_000)}\n", to: "config.yaml", in: home.configFolder)
  }

  private static func write(_ text: String, to name: String, in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
  }
}
