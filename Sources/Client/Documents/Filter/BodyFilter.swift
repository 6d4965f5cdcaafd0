/// A run of a jq program on a body, in steps of limited work.
///
/// A program that is only a path (`PathFilter`) is evaluated on the body's index. For any other
/// program, a step returns the input, and the caller runs jq and passes the output to `take`.
///
/// A body up to `largestInput` is a single input. For a larger body, the inputs are the results of
/// the path at the start of the program. If the program does not begin with a path, the inputs are
/// the items of the root array, or the lines of JSON Lines.
///
///     step ──► walking ──► … ──► done
///       └───► program(text, input) ── take(output) ──► step …
package struct BodyFilter: Sendable {
  /// The maximum size in bytes of one input of jq.
  package static let largestInput = 64 << 20
  /// The maximum size in bytes of jq's output, which is stored in memory.
  package static let largestOutput = 64 << 20
  /// The approximate size in bytes of one input of jq if the body is larger than `largestInput`.
  private static let piece = 8 << 20

  package enum Step: Equatable, Sendable {
    /// The run is not finished, and `step` must be called again. `done` and `total` are numbers of
    /// bytes in the body.
    case walking(done: Int, total: Int)
    /// The caller must run jq on this input and then call `take`.
    case program(String, input: [UInt8], FaultScope)
    case done
  }

  /// The part of the run that ends when jq reports an error.
  package enum FaultScope: Hashable, Sendable {
    /// Only the current input. jq continues with the next one.
    case input
    /// The complete run, because all inputs of jq are parts of one body.
    case all
  }

  /// The engine that produced the results, which is shown to the user.
  package enum Engine: Hashable, Sendable {
    /// The evaluation on the index. The results are copied from the body unchanged.
    case path
    /// jq, which writes numbers in its own notation.
    case program
    /// jq with each item as a separate input. For example, `length` returns the length of each
    /// item.
    case programOnItems
  }

  package let text: String
  package private(set) var engine: Engine
  /// The first error message of jq, or nil if there is none.
  package private(set) var fault: String?
  /// Whether some results were omitted because of a limit.
  package private(set) var isCut = false
  /// The first number in the input that jq changes, or nil if there is none.
  package private(set) var rounded: RoundedNumber?
  /// The first key on the path that is repeated in an object, whose last value is used, as in jq.
  package private(set) var repeatedKey: String?
  package private(set) var count = 0

  private enum Work: Sendable {
    case path
    case body
    /// The results of the path are the inputs.
    case pieces(String)
    case refused
  }
  private let work: Work
  private var walk: PathWalk
  private var hasAskedAll = false
  private var isWalked = false
  private var output: [UInt8] = []

  /// Creates a filter from a program.
  ///
  /// - Parameter largest: The maximum size in bytes of a body that is a single input. Only tests
  ///   set it.
  package init(
    _ text: String, in document: JSONDocument, largest: Int = largestInput
  ) throws(DocumentError) {
    self.text = text
    if let path = PathFilter(text) {
      (engine, work) = (.path, .path)
      walk = PathWalk(path, in: document)
      return
    }
    engine = .program
    let isSmall = document.source.count <= largest
    if isSmall {
      work = .body
      walk = PathWalk(PathFilter(steps: []), in: document)
    } else if let (way, rest) = PathFilter.split(text), !way.isIdentity || document.form == .lines {
      work = .pieces(rest)
      walk = PathWalk(way, in: document, limit: .max)
    } else if document.form == .lines {
      work = .pieces(text)
      walk = PathWalk(PathFilter(steps: []), in: document, limit: .max)
    } else {
      let isArray = try document.root()?.kind == .array
      work = isArray ? .pieces(text) : .refused
      engine = .programOnItems
      walk = PathWalk(PathFilter(steps: [.each(.demanded)]), in: document, limit: .max)
    }
  }

  package init(_ way: PathFilter, in document: JSONDocument) throws(DocumentError) {
    text = ""
    (engine, work) = (.path, .path)
    walk = PathWalk(way, in: document)
  }

  /// Continues the run and reads approximately `budget` more bytes of the body.
  package mutating func step(
    _ document: JSONDocument, budget: Int = 4 << 20
  ) throws(DocumentError) -> Step {
    switch work {
    case .refused:
      fault = Self.tooLarge(document.source.count)
      return .done
    case .path:
      let standing = try walk.step(document, budget: budget)
      (count, fault) = (walk.count, walk.fault?.text)
      repeatedKey = walk.repeatedKey
      isCut = standing == .full
      guard case .walking(let at) = standing else { return .done }
      return .walking(done: at, total: document.indexedCount)
    case .body:
      guard !hasAskedAll else { return .done }
      hasAskedAll = true
      let input = try document.withoutBrokenLines.bytes(in: 0..<document.source.count)
      rounded = RoundedNumber(in: input)
      return .program(text, input: input, .input)
    case .pieces(let program): return try nextPiece(document, budget, program)
    }
  }

  private mutating func nextPiece(
    _ document: JSONDocument, _ budget: Int, _ program: String
  ) throws(DocumentError) -> Step {
    let reach: FaultScope = document.form == .lines ? .input : .all
    if isWalked || isCut || (fault != nil && reach == .all) { return .done }
    var left = max(budget, Self.piece)
    while left > 0 {
      let standing = try walk.step(document, budget: 1 << 20)
      left -= 1 << 20
      if case .walking = standing {} else { isWalked = true }
      if isWalked || walk.found.count >= Self.piece { break }
    }
    let piece = walk.takeFound(from: document)
    if piece.count > Self.largestInput {
      fault = Self.tooLarge(piece.count)
      return .done
    }
    if isWalked, fault == nil { fault = walk.fault?.text }
    repeatedKey = walk.repeatedKey
    guard piece.count > 0 else {
      return isWalked ? .done : .walking(done: walk.position, total: document.indexedCount)
    }
    let input = try piece.bytes(in: 0..<piece.count)
    if rounded == nil { rounded = RoundedNumber(in: input) }
    return .program(program, input: input, reach)
  }

  /// Adds the output of jq, which has one result per line, and the error message of jq.
  package mutating func take(_ printed: [UInt8], complaint: String?) {
    var lines = printed[...]
    if output.count + lines.count > Self.largestOutput {
      let room = lines.prefix(Self.largestOutput - output.count)
      lines = room[..<(room.lastIndex(of: JSONByte.newline).map { $0 + 1 } ?? room.startIndex)]
      isCut = true
    }
    count += lines.count(where: { $0 == JSONByte.newline })
    output.append(contentsOf: lines)
    if fault == nil { fault = complaint }
  }

  /// The current offset in the body.
  package var position: Int { walk.position }

  /// The results found so far, one per line.
  package var found: ByteSource { if case .path = work { walk.found } else { ByteSource(output) } }

  private static func tooLarge(_ count: Int) -> String {
    "An input of jq would have \(count >> 20) MiB, but the limit is \(largestInput >> 20) MiB. "
      + "Begin with a path to smaller parts, such as .items[] | …"
  }
}
