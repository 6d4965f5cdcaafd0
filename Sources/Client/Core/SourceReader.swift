import ClientModel
import ClientPipeline

/// A reader of the requests of jobs with the drafts that they were prepared from.
struct SourceReader {
  let jobs: any JobReader
  let graphs: any GraphStore

  /// Returns the request and the draft of a job. A row of a batch has the draft of the batch,
  /// filled with the columns of the row.
  nonisolated(nonsending) func source(of job: JobID) async throws(Failure) -> JobSource? {
    guard var source = try await jobs.source(of: job) else { return nil }
    if source.draft == nil, let place = try await graphs.places(of: [job])[job],
      let draft = try await graphs.material(of: place.graph)?.drafts[""],
      let row = try await graphs.values(of: [job])[job]
    {
      source.draft = draft.filled(withRow: row)
    }
    return source
  }
}
