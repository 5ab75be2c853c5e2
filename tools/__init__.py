"""What the developers of Horta run: proofs, catalogues, goldens, pictures."""
