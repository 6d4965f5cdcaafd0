/// The other shape of a graph, a *batch*: the same request once for each row of a file. Each row is
/// a job of its own from the start; their numbers follow one another.
public struct RowPlan: Hashable, Sendable {
  /// Who says whether an answer of 400 or more is a failure.
  public enum Judge: UInt8, Hashable, Sendable {
    /// Nobody else: by its status it is.
    case status
    /// The outcome rule of the rows' gateway or endpoint, which has looked at it.
    case rule
  }

  /// The file that the rows come from, as the user named it.
  public var source: String
  /// How many rows it had.
  public var count: Int
  public var judge: Judge

  public init(source: String, count: Int, judge: Judge = .status) {
    self.source = source
    self.count = count
    self.judge = judge
  }
}

/// How the rows of a batch stand: as counts, however many there are.
public struct RowStanding: Hashable, Sendable {
  /// The job of the first row; the others follow.
  public var first: JobID
  public var counts: RowCounts

  public init(first: JobID, counts: RowCounts) {
    self.first = first
    self.counts = counts
  }
}

/// Where one row of a batch stands.
public enum RowState: Hashable, Sendable {
  case job(JobState.Word)
  /// Its job brought an answer of 400 or more that no rule has judged.
  case refused

  public init(_ word: JobState.Word, status: Int?, judge: RowPlan.Judge) {
    self = word == .succeeded && judge == .status && (status ?? 0) >= 400 ? .refused : .job(word)
  }

  public init(_ job: Job, judge: RowPlan.Judge) {
    self.init(job.state.word, status: job.status, judge: judge)
  }

  /// The one word for it; a refused row has failed.
  public var word: JobState.Word {
    switch self {
    case .job(let word): word
    case .refused: .failed
    }
  }
}

/// How many rows stand where. Rows whose jobs were forgotten are counted nowhere.
public struct RowCounts: Hashable, Sendable {
  private var counts: [RowState: Int]

  /// - Parameter counts: Zeros may stand among them.
  public init(_ counts: [RowState: Int] = [:]) { self.counts = counts.filter { $0.value != 0 } }

  public subscript(state: RowState) -> Int {
    get { counts[state, default: 0] }
    set { counts[state] = newValue == 0 ? nil : newValue }
  }

  /// How many have this word, refused ones as failed.
  public subscript(word: JobState.Word) -> Int {
    self[.job(word)] + (word == .failed ? self[.refused] : 0)
  }

  public var total: Int { counts.values.reduce(0, +) }

  /// Those to which nothing happens any more unless the user says so.
  public var ended: Int {
    counts.reduce(0) { $0 + ($1.key.word.isFinished ? $1.value : 0) }
  }

  /// Those that go on without anybody's word: they run, wait, or are asked for.
  public var moving: Int { self[.waiting] + self[.running] + self[.polling] }
}
