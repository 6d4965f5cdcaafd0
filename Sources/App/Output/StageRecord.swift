import ClientModel

/// One stage of middleware in `--format json`.
struct StageRecord: JSONRecord {
  private let note: StageNote

  init(_ note: StageNote) { self.note = note }

  static let table = JSONTable<StageRecord>(
    "stage", "One stage of the middleware.",
    [
      .always("name", .text, "The name of the stage.") { $0.note.name },
      .always("place", .word(StageNote.Phase.allCases.map(\.word)), "The point at which it ran.") {
        $0.note.phase.word
      },
      .always("end", .word(StageNote.End.allCases.map(\.word)), "Its result.") {
        $0.note.end.word
      },
      .always("milliseconds", .number, "Its duration.") { $0.note.took.inPreciseMilliseconds },
    ])
}

extension JobExchange {
  /// The stages that processed the request and its response, in order.
  var stages: [StageNote] {
    (request?.gateway?.submitted ?? []) + (response?.processing?.stages ?? [])
  }

  /// The JSON Pointer to the data in the body. It is empty for the complete body.
  var root: String { response?.processing?.root ?? "" }
}
