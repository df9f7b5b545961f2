use actix_files::NamedFile;
use actix_multipart::Multipart;
use actix_web::web;
use axum::extract::Path;
use std::fs::{self, File};
use std::path::PathBuf;

async fn read(Path(name): Path<String>) -> String {
    // ruleid: rust-path-traversal
    let text = fs::read_to_string(format!("files/{name}")).unwrap();
    let base = PathBuf::from("files");
    let place = base.join(&name);
    // ruleid: rust-path-traversal
    File::open(&place).unwrap();
    // ruleid: rust-path-traversal
    tokio::fs::copy("template", &place).await.unwrap();
    // ruleid: rust-path-traversal
    std::fs::OpenOptions::new().write(true).open(&place).unwrap();
    let last = std::path::Path::new(&name).file_name().unwrap();
    // ok: rust-path-traversal
    File::open(base.join(last)).unwrap();
    remove(&name);
    let real = place.canonicalize().unwrap();
    if !real.starts_with(&base) {
        return String::new();
    }
    // ok: rust-path-traversal
    fs::read_to_string(real).unwrap()
}

fn remove(name: &str) {
    // ruleid: rust-path-traversal
    fs::remove_file(["files", name].join("/")).unwrap();
}

async fn send(info: web::Path<(String, String)>) -> NamedFile {
    let (name, text) = info.into_inner();
    let page: u32 = text.parse().unwrap();
    // ok: rust-path-traversal
    fs::read(format!("pages/{page}")).unwrap();
    // ruleid: rust-path-traversal
    NamedFile::open(format!("files/{}", name)).unwrap()
}

async fn checked(info: web::Query<Ask>) -> Vec<u8> {
    let name = &info.name;
    if name.contains("..") || name.contains('/') {
        return vec![];
    }
    // ok: rust-path-traversal
    fs::read(format!("files/{name}")).unwrap()
}

fn unpack(file: File) -> zip::result::ZipResult<()> {
    let mut archive = zip::ZipArchive::new(file)?;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?;
        let place = PathBuf::from("out").join(entry.name());
        // ruleid: rust-path-traversal-zip-slip
        let mut target = File::create(&place)?;
        std::io::copy(&mut entry, &mut target)?;
        let Some(inside) = entry.enclosed_name() else { continue };
        // ok: rust-path-traversal-zip-slip
        File::create(PathBuf::from("out").join(inside))?;
    }
    Ok(())
}

fn untar(mut archive: tar::Archive<File>) -> std::io::Result<()> {
    for entry in archive.entries()? {
        let mut file = entry?;
        let path = file.path()?.to_path_buf();
        // ruleid: rust-path-traversal-zip-slip
        file.unpack(PathBuf::from("out").join(path))?;
        // ok: rust-path-traversal-zip-slip
        file.unpack_in("out")?;
    }
    Ok(())
}

async fn upload(mut payload: Multipart) {
    while let Some(field) = payload.try_next().await.unwrap() {
        let name = field.content_disposition().get_filename().unwrap();
        // ruleid: rust-unrestricted-upload, rust-path-traversal
        File::create(format!("uploads/{}", name)).unwrap();
        // ok: rust-unrestricted-upload
        File::create(format!("uploads/{}", uuid::Uuid::new_v4())).unwrap();
    }
}

async fn loose(info: web::Query<Ask>) -> Vec<u8> {
    let name = &info.name;
    if name.contains("..") {
        println!("odd");
    }
    // ruleid: rust-path-traversal
    fs::read(format!("files/{name}")).unwrap();
    if name.starts_with("files/") {
        // ruleid: rust-path-traversal
        return fs::read(name).unwrap();
    }
    if ALLOWED.contains(name) {
        return vec![];
    }
    // ruleid: rust-path-traversal
    fs::read(format!("files/{name}")).unwrap()
}
