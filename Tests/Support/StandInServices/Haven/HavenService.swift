import ClientModel
package import LoopbackHTTP

/// A simulation of Haven OnDemand: the paths, keys, inputs, jobs and errors of a service that no
/// longer exists.
///
/// - Source: the service's public client libraries and stored documentation. Details that they do
///   not contain, such as the status for an error code, are assumed.
package struct HavenService: StandInService {
  /// The only valid key.
  package static let key = "weir-mock-key"
  /// The delay of a response of Job Result for each state that precedes the final one.
  private static let step = Duration.milliseconds(100)

  private var store = HavenStore()
  private var jobs: [String: HavenJob] = [:]
  private var scripts: [HavenScript] = []

  package init() {}

  package mutating func serve(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse {
    do throws(HavenTrouble) {
      return try route(request)
    } catch {
      return error.response
    }
  }

  /// Sets `jobs`: the states that polls return for the next job, or for the next job of one app.
  package mutating func turn(_ name: String, _ value: MockJSON) throws(StandInMisuse) -> MockJSON? {
    guard name == "jobs" else { return nil }
    for script in value.items ?? [value] { scripts.append(try HavenScript(script)) }
    return ["waiting": .integer(scripts.count)]
  }

  private mutating func route(_ request: LoopbackRequest) throws(HavenTrouble) -> LoopbackResponse {
    let path = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    switch path.count {
    case 5 where path[0] == "1" && path[1] == "api" && (path[2] == "sync" || path[2] == "async"):
      return try call(request, app: path[3], version: path[4], isJob: path[2] == "async")
    case 4 where path[0] == "1" && path[1] == "job" && path[2] == "status":
      return try status(request, path[3])
    case 4 where path[0] == "1" && path[1] == "job" && path[2] == "result":
      return try result(request, path[3])
    case 2 where path == ["1", "job"]: return try batch(request)
    default: throw HavenTrouble(6000, "Page not found", detail: .text(String(request.path)))
    }
  }

  private mutating func call(
    _ request: LoopbackRequest, app name: String, version: String, isJob: Bool
  ) throws(HavenTrouble) -> LoopbackResponse {
    guard request.method == "GET" || request.method == "POST" else {
      throw HavenTrouble(6001, "Method not allowed", detail: .text(request.method))
    }
    let values = try values(request)
    let inputs = try authorized(values)
    guard let app = HavenApps.byName[name], app.hasVersion(version) else {
      throw HavenTrouble(6000, "Page not found", detail: .text("\(name)/\(version)"))
    }
    if request.method == "GET", inputs.contains(where: { $0.name == "file" }) {
      throw HavenTrouble(4001, "No file submitted", detail: "A file is sent by POST")
    }
    let input = try HavenInput(inputs, for: app)
    if isJob { return submit([work(app, version, input)]) }
    if app.isJobOnly(version) {
      throw HavenTrouble(6000, "Page not found", detail: "This app works only as a job")
    }
    switch work(app, version, input).result {
    case .success(let result): return .json(result)
    case .failure(let trouble): throw trouble
    }
  }

  private mutating func batch(_ request: LoopbackRequest) throws(HavenTrouble) -> LoopbackResponse {
    guard request.method == "POST" else {
      throw HavenTrouble(6001, "Method not allowed", detail: .text(request.method))
    }
    let values = try authorized(try values(request))
    guard let job = values.first(where: { $0.name == "job" }) else {
      throw .missing(["job"])
    }
    guard let json = MockJSON(job.bytes) else { throw HavenTrouble(4010, "Invalid JSON submitted") }
    guard let actions = json["actions"]?.items else {
      throw HavenTrouble(4003, "Invalid job actions")
    }
    guard !actions.isEmpty else { throw HavenTrouble(4002, "No job actions submitted") }
    var work: [HavenJob.Action] = []
    for action in actions {
      guard let name = action["name"]?.string else {
        throw HavenTrouble(4009, "Missing action name")
      }
      guard let version = action["version"]?.string else {
        throw HavenTrouble(4016, "Missing action version")
      }
      guard let app = HavenApps.byName[name], app.hasVersion(version) else {
        throw HavenTrouble(4004, "Invalid job action", detail: .text("\(name)/\(version)"))
      }
      work.append(
        self.work(app, version, try HavenInput(action["params"] ?? [:], for: app)))
    }
    return submit(work)
  }

  /// Does the work at once and returns it as an action. A script decides when polls show the
  /// result.
  private mutating func work(_ app: HavenApp, _ version: String, _ input: HavenInput)
    -> HavenJob.Action
  {
    let result: Result<MockJSON, HavenTrouble>
    do throws(HavenTrouble) {
      result = .success(try store.perform(app, version, input))
    } catch {
      result = .failure(error)
    }
    return HavenJob.Action(app: app.name, version: version, result: result, script: [])
  }

  private mutating func submit(_ actions: [HavenJob.Action]) -> LoopbackResponse {
    var actions = actions
    for index in actions.indices {
      let app = actions[index].app
      let script = scripts.firstIndex { $0.app == nil || $0.app == app }
      actions[index].script = script.map { scripts.remove(at: $0).steps } ?? HavenScript.standard
    }
    let id = "job-\(jobs.count + 1)"
    jobs[id] = HavenJob(id: id, actions: actions)
    return .json(["jobID": .text(id)])
  }

  private mutating func status(_ request: LoopbackRequest, _ id: String) throws(HavenTrouble)
    -> LoopbackResponse
  {
    .json(try jobs[checked(request, id)]?.poll() ?? .null)
  }

  /// Returns the final response of a job, with a delay as if the service waited for the job's end.
  private mutating func result(_ request: LoopbackRequest, _ id: String) throws(HavenTrouble)
    -> LoopbackResponse
  {
    let id = try checked(request, id)
    var waited = Duration.zero
    while jobs[id]?.isUnderWay == true, waited < .seconds(5) {
      _ = try jobs[id]?.poll()
      waited += Self.step
    }
    var response = LoopbackResponse.json(try jobs[id]?.poll() ?? .null)
    response.delay = waited
    return response
  }

  private func checked(_ request: LoopbackRequest, _ id: String) throws(HavenTrouble) -> String {
    guard request.method == "GET" || request.method == "POST" else {
      throw HavenTrouble(6001, "Method not allowed", detail: .text(request.method))
    }
    _ = try authorized(try values(request))
    guard !id.isEmpty else { throw HavenTrouble(3000, "Missing job id") }
    guard let id = PercentEncoding.decode(id), jobs[id] != nil else {
      throw HavenTrouble(3001, "Invalid job id", detail: .text(id))
    }
    return id
  }

  /// Returns all values, from the query and from the body.
  private func values(_ request: LoopbackRequest) throws(HavenTrouble) -> [FormEntry] {
    do throws(FormFault) {
      let query = try request.queryEntries()
      if request.method == "POST" { return query + (try request.bodyEntries()) }
      guard request.body.isEmpty else {
        throw FormFault.brokenPart("A body came where none is read.")
      }
      return query
    } catch {
      throw HavenTrouble(7005, "Bad POST", detail: .text(error.why))
    }
  }

  /// Checks the key, and returns the other values.
  private func authorized(_ values: [FormEntry]) throws(HavenTrouble) -> [FormEntry] {
    let keys = Set(values.filter { $0.name == "apikey" }.map { $0.text ?? "" })
    guard let key = keys.first, !keys.contains("") else {
      throw HavenTrouble(2000, "API key required")
    }
    guard keys.count == 1 else {
      throw HavenTrouble(4000, "Duplicate parameters", detail: "apikey")
    }
    guard key.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x7A).contains($0) }) else {
      throw HavenTrouble(2001, "Invalid API key")
    }
    guard key == Self.key else { throw HavenTrouble(2002, "Unknown API key") }
    return values.filter { $0.name != "apikey" }
  }
}
