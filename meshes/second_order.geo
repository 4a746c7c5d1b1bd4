// Gmsh options of the demo's meshes: curved second-order elements with high-order optimisation,
// binary MSH 4.1 format.
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;  // hex20 and quad8 instead of hex27 and quad9; no effect on tetrahedra
Mesh.Optimize = 1;
Mesh.HighOrderOptimize = 1;      // avoids negative Jacobians at curved boundaries
Mesh.HighOrderThresholdMin = 0.3;
Mesh.MinimumCircleNodes = 6;
Mesh.MinimumCirclePoints = 6;    // name of the option before Gmsh 4.9
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 1;
Mesh.RandomSeed = 1;
Mesh.MaxNumThreads1D = 1;        // one thread for reproducible meshes
Mesh.MaxNumThreads2D = 1;
Mesh.MaxNumThreads3D = 1;
