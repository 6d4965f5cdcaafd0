import ClientModel

/// One stage of middleware in `--format json`.
struct StageRecord: Encodable {
  var name: String
  /// `submit`, `dispatch` or `response`.
  var place: String
  /// `passed`, `changed`, `refused` or `skipped`.
  var end: String
  var milliseconds: Double

  init(_ note: StageNote) {
    name = note.name
    place = note.place.word
    end = note.end.word
    milliseconds = note.took.inPreciseMilliseconds
  }
}

extension JobExchange {
  /// Every stage that it went through, in order.
  var stages: [StageNote] {
    (request?.gateway?.submitted ?? []) + (response?.processing?.stages ?? [])
  }

  /// Where in the body the data is; empty for all of it.
  var root: String { response?.processing?.root ?? "" }
}
