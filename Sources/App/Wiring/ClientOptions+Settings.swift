import ClientCore
import ClientModel
import ClientYAML
import Glibc

/// The keys `immediate` and `retention` of `config.yaml`.
extension ClientOptions {
  static let keys = ["immediate", "retention"]

  /// Reads the options from the settings folder.
  ///
  /// If the file has an error, the defaults apply. The interface and `weir doctor` report the
  /// error.
  static func read(in folder: String) -> ClientOptions {
    // Most files contain neither key. Parsing them as YAML would slow down every request.
    var options = Settings.read(in: folder, mentioning: "immediate", "retention").settings.client
    if let pause = testPause { options.firstPause = pause }
    return options
  }

  /// The pause before the first retry in milliseconds, if a test sets WEIR_RETRY_PAUSE. Otherwise,
  /// the test would wait for seconds.
  private static var testPause: Duration? {
    getenv("WEIR_RETRY_PAUSE").flatMap { Int(String(cString: $0)) }.map { .milliseconds($0) }
  }

  /// Reads the options from the fields of the file.
  ///
  /// - Throws: The file, line and column of an invalid value, and the nearest known key.
  init(_ fields: YAMLFields) throws(YAMLProblem) {
    self.init()
    if let node = fields["immediate"] {
      let caps = try node.fields(known: ["overall", "per-host"])
      if let node = caps["overall"] { immediateInAll = try Self.count(node, "immediate jobs") }
      if let node = caps["per-host"] { immediatePerHost = try Self.count(node, "immediate jobs") }
    }
    if let node = fields["retention"] {
      let limits = try node.fields(known: ["days", "megabytes"])
      if let node = limits["days"] {
        retention = .seconds(try Self.count(node, "days") * 86_400)
      }
      if let node = limits["megabytes"] {
        retentionSize = ByteCount(Int64(try Self.count(node, "megabytes")) * 1_000_000)
      }
    }
  }

  private static func count(_ node: YAMLNode, _ what: String) throws(YAMLProblem) -> Int {
    let number = try node.integer()
    guard (1...1_000_000).contains(number) else {
      throw YAMLProblem(
        node.place, why: "\(number) is not a valid number of \(what).",
        whatToDo: "Write a number from 1 to 1000000, or omit the line.")
    }
    return number
  }
}
