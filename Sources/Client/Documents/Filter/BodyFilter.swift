/// A jq program on its way through a body, in steps of bounded work.
///
/// What is only a way (`PathFilter`) runs on the index. Anything else is jq's: the caller runs it on
/// the input that a step asks for, and gives back what it printed. A body up to `largestInput` is one
/// input. Of a larger one jq gets piece by piece what the way gives that the program begins with; a
/// program that begins otherwise gets each item of the array that the body is.
///
///     step ──► walking ──► … ──► done
///       └───► program(text, input) ── take(output) ──► step …
package struct BodyFilter: Sendable {
  /// The most that jq is given at once.
  package static let largestInput = 64 << 20
  /// The most output of jq that is held in memory.
  package static let largestOutput = 64 << 20
  /// About how much of a larger body one run of jq gets.
  private static let piece = 8 << 20

  package enum Step: Equatable, Sendable {
    /// Call `step` again; how far it is, in bytes of the body.
    case walking(done: Int, total: Int)
    /// Run jq on this and call `take`.
    case program(String, input: [UInt8], FaultReach)
    case done
  }

  /// What a value that jq refuses ends.
  package enum FaultReach: Hashable, Sendable {
    /// Its own input: jq goes on with the next.
    case input
    /// All, where what jq gets are parts of one input.
    case all
  }

  /// How it was done, which the user should know.
  package enum Manner: Hashable, Sendable {
    /// On the index: every byte as it stands in the body.
    case path
    /// By jq, which writes numbers its own way.
    case program
    /// jq runs on one item after the other, so `length` is that of each item.
    case programOnItems
  }

  package let text: String
  package private(set) var manner: Manner
  /// The first complaint, in jq's words.
  package private(set) var fault: String?
  /// Whether there were more results than the limit allows.
  package private(set) var isCut = false
  /// The first number of what jq got that it changes.
  package private(set) var rounded: RoundedNumber?
  /// The first key that a way passed several of in one object: the last counts, as for jq.
  package private(set) var repeatedKey: String?
  /// How many results there are.
  package private(set) var count = 0

  private enum Work: Sendable {
    case path
    /// The body is one input.
    case body
    /// The results of the walk are inputs.
    case pieces(String)
    case refused
  }
  private let work: Work
  private var walk: PathWalk
  private var hasAskedAll = false
  private var isWalked = false
  private var output: [UInt8] = []

  /// - Parameter largest: A body up to this size is one input; `largestInput`, unless for a test.
  package init(
    _ text: String, in document: JSONDocument, largest: Int = largestInput
  ) throws(DocumentError) {
    self.text = text
    if let path = PathFilter(text) {
      (manner, work) = (.path, .path)
      walk = PathWalk(path, in: document)
      return
    }
    manner = .program
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
      manner = .programOnItems
      walk = PathWalk(PathFilter(steps: [.each(.demanded)]), in: document, limit: .max)
    }
  }

  /// A way that was read already.
  package init(_ way: PathFilter, in document: JSONDocument) throws(DocumentError) {
    text = ""
    (manner, work) = (.path, .path)
    walk = PathWalk(way, in: document)
  }

  /// Goes on, through about `budget` bytes.
  package mutating func step(
    _ document: JSONDocument, budget: Int = 4 << 20
  ) throws(DocumentError) -> Step {
    switch work {
    case .refused:
      fault = Self.tooLarge(document.source.count)
      return .done
    case .path:
      let standing = try walk.step(document, budget: budget)
      (count, fault) = (walk.count, walk.fault?.words)
      repeatedKey = walk.repeatedKey
      isCut = standing == .full
      guard case .walking(let at) = standing else { return .done }
      return .walking(done: at, total: document.indexedCount)
    case .body:
      guard !hasAskedAll else { return .done }
      hasAskedAll = true
      let input = try document.sound.bytes(in: 0..<document.source.count)
      rounded = RoundedNumber(in: input)
      return .program(text, input: input, .input)
    case .pieces(let program): return try nextPiece(document, budget, program)
    }
  }

  private mutating func nextPiece(
    _ document: JSONDocument, _ budget: Int, _ program: String
  ) throws(DocumentError) -> Step {
    let reach: FaultReach = document.form == .lines ? .input : .all
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
    if isWalked, fault == nil { fault = walk.fault?.words }
    repeatedKey = walk.repeatedKey
    guard piece.count > 0 else {
      return isWalked ? .done : .walking(done: walk.position, total: document.indexedCount)
    }
    let input = try piece.bytes(in: 0..<piece.count)
    if rounded == nil { rounded = RoundedNumber(in: input) }
    return .program(program, input: input, reach)
  }

  /// Takes what jq printed, a result a line, and what it complained about.
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

  /// How far it is, in bytes of the body.
  package var position: Int { walk.position }

  /// The results until now, each a line.
  package var found: ByteSource { if case .path = work { walk.found } else { ByteSource(output) } }

  private static func tooLarge(_ count: Int) -> String {
    "jq would need \(count >> 20) MiB at once, and gets \(largestInput >> 20). "
      + "Begin with a way that leads to smaller parts, such as .items[] | …"
  }
}
