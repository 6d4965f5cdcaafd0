import WeirClient

/// The example of the article *Getting started*.
func gettingStarted(folder: String, transport: any Transport) async throws -> String {
  let opened = try await SQLiteStorage.open(in: folder, clock: SystemClock())
  let client = Client(storage: opened.storage, transport: transport)
  try await client.start(as: .runner)

  let request = try PreparedRequest(
    Draft(
      url: "https://api.example/items/{id}",
      pathVariables: [DraftField("id", "7")]))
  let lane = LaneKey(name: "items")
  // When `submit` returns, the job is on disk.
  let ids = try await client.submit([NewJob(request: request, lane: lane)])

  var text = ""
  for job in try await client.wait(for: ids) {
    text = "\(job.state.word.rawValue), status \(job.status ?? 0)"
  }
  if case .inline(let bytes)? = try await client.attempts(of: ids[0]).last?.result?.body {
    text += ": " + String(decoding: bytes, as: UTF8.self)
  }
  await client.quit(.drain)
  return text
}

/// The example of observing in the article *Getting started*: the states of a job until it ends.
func observe(_ client: Client, _ request: PreparedRequest) async throws -> [JobState.Word] {
  let events = await client.events()
  let ids = try await client.submit([NewJob(request: request, lane: LaneKey(name: "items"))])
  var states: [JobState.Word] = []
  for await event in events {
    guard case .jobsChanged(let jobs) = event else { continue }
    for job in jobs where ids.contains(job.id) { states.append(job.state.word) }
    if states.last?.isFinished == true { break }
  }
  return states
}
