import ClientCatalogs
import ClientModel
import Testing

@testable import ClientWorkspace
@testable import ViewModels
@testable import weir

/// The options of a request in request files, on the command line (`send` and `queue add`) and in
/// the composer. A new option belongs into all three, or into a row with a reason.
struct RequestOptionTests {
  /// An option, and the reason why one of the places lacks it.
  struct Option {
    let file: String?
    let line: [String]
    let screen: Screen?
    let reason: String

    init(_ file: String?, _ line: [String], _ screen: Screen?, _ reason: String = "") {
      (self.file, self.line, self.screen, self.reason) = (file, line, screen, reason)
    }
  }

  enum Screen {
    case option(OptionField)
    case field(ComposerField)
    case tab(ComposerTab)
    case command(Command)
  }

  private static let words = "[METHOD] URL [ITEM]"
  private static let items = "an item of the command line has this form"
  private static let once = "it concerns one run of the command, not the request"

  static let all: [Option] = [
    Option("name", [], nil, "a title for readers of the file; the path of the file is the name"),
    Option("gateway", ["gateway"], .field(.gateway)),
    Option("method", [words], .field(.method)),
    Option("url", [words], .field(.url)),
    Option("path", [words], .field(.cell(.pathVariables, row: 0, .value))),
    Option("query", [words], .field(.cell(.query, row: 0, .value))),
    Option("headers", [words], .field(.cell(.headers, row: 0, .value))),
    Option("without-headers", [words], .option(.removedHeaders)),
    Option("body", ["body", "json", "form", "multipart", "graphql", "operation"], .field(.body)),
    Option("auth", ["user", "auth"], .field(.authorizationKind)),
    Option("endpoint", ["endpoint"], .tab(.form)),
    Option("media-type", ["media-type"], .tab(.form)),
    Option("security", ["security"], .tab(.form)),
    Option("idempotency-key", ["idempotency-key"], .field(.idempotencyKey)),
    Option("assert", ["assert"], .field(.assertion(0))),
    Option("filter", ["filter"], .option(.filter)),
    Option("job", ["poll"], .option(.polling)),
    Option("max-redirects", ["max-redirects"], .option(.redirects)),
    Option("cookies", ["no-cookies"], .option(.cookies)),
    Option("http", ["http1", "http2"], .option(.version)),
    Option("compression", [], .option(.compression), "Accept-Encoding is \(items)"),
    Option("timeout", ["timeout"], .option(.timeout)),
    Option("connect-timeout", ["connect-timeout"], .option(.connect)),
    Option("first-byte", ["first-byte"], .option(.firstByte)),
    Option("idle", ["idle"], .option(.idle)),
    Option("attempts", ["retry"], .option(.attempts)),
    Option(
      "repeat-unsafe", [], .option(.repeatUnsafe),
      "an idempotency key makes a request of the command line repeatable"),
    Option("queue.priority", ["priority"], .option(.priority)),
    Option("queue.start", ["at", "hold"], .option(.start)),
    Option("queue.call", ["call"], .option(.call)),
    Option("queue.lane", ["lane"], .option(.lane)),
    Option("cache.mode", ["cache"], .option(.cache)),
    Option("cache.store-for", ["store-for"], .option(.storeFor)),
    Option("cache.max-age", ["max-age"], .option(.maxAge)),
    Option("cache.sort-query", ["cache-key"], .option(.sortQuery)),
    Option("cache.headers", ["cache-key"], .option(.keyHeaders)),
    Option("cache.body", ["cache-key"], .option(.keyBody)),
    Option("cache.methods", ["cache-method"], .option(.cacheMethods)),
    Option("cache.key", ["cache-key"], .option(.cacheKey)),
    Option("parse", ["parse"], .option(.parsing)),
    Option("limits.header-block", ["limit"], .option(.headerBlock)),
    Option("limits.header-line", ["limit"], .option(.headerLine)),
    Option("limits.decoded-body", ["limit"], .option(.decodedBody)),
    Option("limits.body-question", ["limit"], .option(.bodyQuestion)),
    Option("limits.header-count", ["limit"], .option(.headerCount)),
    Option("limits.interim-responses", ["limit"], .option(.interimResponses)),
    Option("limits.decoded-ratio", ["limit"], .option(.decodedRatio)),
    Option("proxy", ["proxy"], .option(.proxy)),
    Option("unix-socket", ["unix-socket"], .option(.socket)),
    Option("resolve", ["resolve"], .option(.resolve)),
    Option("insecure", ["insecure"], .option(.verification)),
    Option("cacert", ["cacert"], .option(.authorities)),
    Option("cert", ["cert"], .option(.certificate)),
    Option("key", ["key"], .option(.key)),
    Option("pins", ["pin"], .option(.pins)),
    Option(nil, ["each"], .command(.composer(.queueEach)), once),
    Option(nil, ["snapshot"], nil, once),
    Option(nil, ["charset"], .command(.response(.charset)), "it concerns how a body is shown"),
    Option(nil, ["pages"], .command(.response(.nextPage)), "it concerns the next pages"),
    Option(nil, ["output", "print", "verbose", "format", "raw-output"], nil, "it concerns output"),
    Option(nil, ["check", "no-check", "yes"], nil, once),
    Option(nil, ["stub", "stub-strict"], nil, once),
    Option(nil, ["workspace", "env", "var", "store"], nil, "it concerns the workspace"),
    Option(nil, ["color", "quiet", "no-progress"], nil, "every command has it"),
  ]

  @Test func `every key of a request file is a row`() {
    let groups = ["options", "queue"]
    let keys =
      RequestFile.keys.filter { !groups.contains($0) }
      + RequestOptionsFile.keys.filter { $0 != "cache" && $0 != "limits" }
      + CacheRuleFile.keys.map { "cache.\($0)" } + TransferLimits.names.map { "limits.\($0)" }
      + JobOptionsFile.keys.map { "queue.\($0)" }
    #expect(Self.all.compactMap(\.file).sorted() == keys.sorted())
  }

  @Test func `every option of send and queue add is in a row`() throws {
    let commands = try CommandReference.root().all.filter {
      [["weir", "send"], ["weir", "queue", "add"]].contains($0.words)
    }
    let names = commands.flatMap(\.shownArguments).flatMap { argument in
      argument.names.map { $0.filter { $0.kind == .long }.map(\.name) }
        ?? argument.valueName.map { [$0] } ?? []
    }
    #expect(commands.count == 2)
    #expect(Set(Self.all.flatMap(\.line)).sorted() == Set(names).sorted())
  }

  @Test func `every field of the options tab is in a row, named as the key of the file`() {
    let rows = Self.all.compactMap { option -> OptionField? in
      guard case .option(let field) = option.screen else { return nil }
      #expect(field.rawValue == option.file)
      return field
    }
    #expect(
      rows.sorted { $0.rawValue < $1.rawValue }
        == OptionField.allCases.sorted { $0.rawValue < $1.rawValue })
  }

  @Test func `an option that one place lacks has a reason, and no other has one`() {
    for option in Self.all {
      let isComplete = option.file != nil && !option.line.isEmpty && option.screen != nil
      #expect(isComplete == option.reason.isEmpty, "\(option)")
    }
  }
}
