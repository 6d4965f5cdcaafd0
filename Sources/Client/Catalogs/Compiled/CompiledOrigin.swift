/// The origin of a compiled catalog: the document and the build of Weir that read it.
struct CompiledOrigin: Equatable {
  let build: String
  /// The folder of the workspace.
  let root: String
  /// The path of the document. The catalog's problems mention it.
  let path: String
  /// The name of the catalog. It is also the document's default title.
  let name: String

  init(_ build: String, _ file: CatalogFile, in folder: CatalogFolder) {
    self.init(build: build, root: folder.root, path: file.path, name: file.name)
  }

  private init(build: String, root: String, path: String, name: String) {
    self.build = build
    self.root = root
    self.path = path
    self.name = name
  }
}

/// A source file of a compiled catalog. The content is that at the time of reading.
struct CompiledPart {
  let path: String
  /// The hash of the content. If the file was not read, the reason.
  let content: String
}

extension CompiledOrigin: CompiledValue {
  static let blank = Self(build: "", root: "", path: "", name: "")

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(
      build: coder.code(build), root: coder.code(root), path: coder.code(path),
      name: coder.code(name))
  }
}

extension CompiledPart: CompiledValue {
  static let blank = Self(path: "", content: "")

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(path: coder.code(path), content: coder.code(content))
  }
}
