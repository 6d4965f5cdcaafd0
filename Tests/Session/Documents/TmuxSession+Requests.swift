import TestSupport

/// What a person does with requests, gateways, graphs and catalogs, in the words of the screen.
extension TmuxSession {
  /// Opens a new request with the method GET and this URL.
  func begin(_ url: String) throws(RigError) {
    try press("C-n")
    try expect("type a URL")
    try press("i")
    try type(url)
    try stopTyping()
  }

  /// Opens a new request with this method and URL.
  func begin(_ method: String, _ url: String) throws(RigError) {
    try begin(url)
    try press("m", "/")
    try type(method)
    try press("Enter")
    try expect("\(method) \(url)")
  }

  /// Replaces the text of the selected field.
  func fill(_ text: String) throws(RigError) {
    try press("Enter", "C-u")
    try type(text)
    try stopTyping()
  }

  /// Types a name and its value into the first row of the parameters of a new request.
  func addQuery(_ name: String, _ value: String) throws(RigError) {
    try press("j", "Enter")
    try type(name)
    try press("Tab")
    try type(value)
    try stopTyping()
  }

  /// Gives a new request a JSON body.
  func addBody(_ json: String) throws(RigError) {
    try press("]", "]")
    try expect(tab: "Body")
    try press("j")
    try choose("json", of: "Kind of body")
    // Choosing the kind begins the typing of the body.
    try type(json)
    try stopTyping()
  }

  /// Chooses a word for the selected field from its list.
  func choose(_ word: String, of list: String) throws(RigError) {
    try press("Enter")
    try expect("╭─ \(list)")
    try pick(word)
    try expect("‹\(word)")
  }

  /// Picks the row of an open list that a word finds.
  func pick(_ word: String) throws(RigError) {
    try press("/")
    try type(word)
    try expect("> \(word)")
    try press("Enter")
  }

  /// Picks several values of the selected field from its list.
  ///
  /// - Parameter shown: What the field shows then.
  func pick(_ values: [String], shown: String) throws(RigError) {
    try press("Enter", "/")
    for value in values {
      try press("C-u")
      try type(value)
      try expect("> \(value)")
      try press("Enter")
    }
    try press("Escape")
    try expect("filter: \(values.last ?? "")")
    try press("q")
    try expect(shown)
  }

  /// Answers a prompt with a text.
  func answer(_ prompt: String, _ text: String) throws(RigError) {
    try expect(prompt)
    try type(text)
    try press("Enter")
  }

  /// Sends the request, and waits for its job and for texts of its response.
  func send(_ job: Int, _ texts: String...) throws(RigError) {
    try press("s")
    try expect("· #\(job) ")
    for text in texts { try expect(text) }
  }

  /// Saves a request of a workspace under a name.
  func save(_ name: String) throws(RigError) {
    try press("C-s")
    try answer("Save the request as", name)
  }

  /// Opens the form of an endpoint; its request line begins as the template does.
  func open(endpoint: String, of catalog: String, _ template: String) throws(RigError) {
    try press(",", "k")
    try expect("▸ haven")
    try press("/")
    try type(endpoint)
    try expect("\(catalog) · ")
    try press("Enter")
    try expect(template)
  }

  /// Adds the first gateway, and stays in the list of gateways.
  func addGateway(_ name: String, _ url: String) throws(RigError) {
    try press(",", "g")
    try expect("No gateway yet")
    try press("n")
    try type(name)
    try press("Enter")
    try answer("URL of \(name)", url)
    try expect("\(name)  \(url)")
  }

  /// Edits weir.yaml in the editor from the first gateway of the list, and closes the lists.
  func editGateways() throws(RigError) {
    try press(",", "g")
    try expect("╭─ Gateways")
    try press("e")
    try expect("Edit in $EDITOR")
    try press("G", "Enter")
    try expect("weir.yaml was saved.")
    try press("q", "q")
    try expect("no list") { !$0.contains("╭─ Gateway") }
  }

  /// Runs a graph of the workspace from the list of saved requests.
  func run(graph: String) throws(RigError) {
    try press(",", "r")
    try expect("graph  \(graph)")
    try press("/")
    try type(graph)
    try press("Enter")
  }

  /// Adds a shared value in their list.
  ///
  /// - Parameter line: The key, and how the value is stored.
  func addValue(_ line: String, as key: String, _ value: String) throws(RigError) {
    try press("n")
    try answer("Key, and how it is stored", line)
    try answer("Value of \(key)", value)
  }

  /// Adds a saved request as the last step of the new graph.
  func addStep(_ name: String, shown: String) throws(RigError) {
    try press("n")
    try expect("Add a step")
    try pick(name)
    try expect(shown)
  }
}
