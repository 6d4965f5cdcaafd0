import WeirClient

/// The example of the article *Queue and durability*.
func queue(_ client: Client, _ requests: [PreparedRequest]) async throws -> [JobState.Word] {
  let lane = LaneKey(name: "reports")
  try await client.pause(lane)
  try await client.setLimit(1, of: lane)
  let ids = try await client.submit(requests.map { NewJob(request: $0, lane: lane) })

  try await client.reorder(ids[2], to: .first)
  try await client.hold([ids[1]])
  try await client.cancel([ids[0]])
  // Starts the jobs that wait, here only the third.
  try await client.resume(lane)
  _ = try await client.wait(for: [ids[2]])

  try await client.release([ids[1]])
  return try await client.wait(for: ids).map(\.state.word)
}

/// The example of a batch: the same request for each row.
func batch(_ client: Client, names: [String]) async throws -> GraphRun? {
  let jobs = try names.map { name in
    NewJob(
      request: try PreparedRequest(
        Draft(
          url: "https://api.example/users/{name}",
          pathVariables: [DraftField("name", name)])),
      lane: LaneKey(name: "users"))
  }
  let rows = names.map { Array("{\"name\":\"\($0)\"}".utf8) }
  let id = try await client.submit(NewBatch(source: "users.csv", jobs: jobs, values: rows))
  return try await client.wait(for: id)
}

/// The example of shared values.
func countRuns(_ client: Client) async throws -> String? {
  guard let key = SharedKey("runs") else { return nil }
  let values = client.sharedValues
  let text = try await values.value(of: key)?.content.text ?? "0"
  try await values.set(key, to: SharedContent("\((Int(text) ?? 0) + 1)"))
  return try await values.value(of: key)?.content.text
}
